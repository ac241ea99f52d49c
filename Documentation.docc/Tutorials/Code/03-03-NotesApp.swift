import Waymark

@main struct NotesApp {
  @MainActor static func main() throws {
    do {
      Registry.install(try Registry { ListModule() })
    } catch {
      print(error)
      return
    }
    let list = try Registry.current(.list)
    print(list.lines())
  }
}
