import Waymark

struct AppModule: RouteModule {
  var routes: Routes {
    StorageModule()
    ListModule()
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
    print(list.lines())
  }
}
