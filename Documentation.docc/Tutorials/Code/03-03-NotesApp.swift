import Waymark

@main struct NotesApp {
  @MainActor static func main() throws {
    do {
      Registry.install(try Registry { ListModule() })
    } catch {
      print(error)
      return
    }
    let list = try Router.makeDestination(to: .list)
    print(list.lines())
  }
}
