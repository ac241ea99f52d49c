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
    print(list.lines())
  }
}
