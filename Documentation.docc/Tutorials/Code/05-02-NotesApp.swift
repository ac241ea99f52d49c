import Waymark

struct AppModule: RouteModule {
  var routes: Routes {
    StorageModule()
    ListModule()
    EditorModule()
  }
}

@main struct NotesApp {
  @MainActor static func main() throws {
    do {
      Registry.install(try Registry { AppModule() })
    } catch {
      print(error)
      return
    }
    let list = try Registry.current(.list)
    try list.edit("Reading")

    let url = "notes://notes/To%20do"
    let screen = try Registry.current.makeDestination(for: url)
    if let editor = screen as? any EditorInput {
      print(editor.text)
    }
    print(list.lines())
  }
}
