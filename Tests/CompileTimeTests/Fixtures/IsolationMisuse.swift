// Closures of a service's route that use the main actor, or capture a value that isn't Sendable. Each marked line gets an
// error.
import Waymark

@MainActor final class Sketch { var lines = 0; init() {} }
final class Tally { var count = 0 }
extension RoutableService<Sketch> { static var sketch: Self { declared() } }

struct MainActorValueInAService: RouteModule { var routes: Routes { Route({ Sketch() }) { Service(.sketch) } } }  // error:
struct ViewInAService: RouteModule {
  var routes: Routes {
    Route(MemoryStore.self) { Service<any NoteStore>() } make: { routes in
      _ = try routes(View<any EditorInput>())  // error:
      return MemoryStore()
    }
  }
}
struct CapturedReference: RouteModule {
  var routes: Routes {
    let tally = Tally()
    Route(MemoryStore.self) { Service<any NoteStore>() } make: {
      tally.count += 1  // error:
      return MemoryStore()
    }
  }
}
struct PreparationOnTheMainActor: RouteModule {
  let sketch: Sketch
  var routes: Routes {
    Route(MemoryStore.init) { Service<any NoteStore>() } prepare: { _, _ in
      sketch.lines += 1  // error:
    }
  }
}
struct DecoratorOnTheMainActor: RouteModule {
  let sketch: Sketch
  var routes: Routes {
    Route(MemoryStore.init) { Service<any NoteStore>() }
    Decorates(Service<any NoteStore>()) { store in
      sketch.lines += 1  // error:
      return store
    }
  }
}
