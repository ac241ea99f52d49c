import Waymark

/// A kept service for one of several threads, each of another type.
///
/// Threads that read one service all count its references, so they would measure the machine's memory.
struct Reader: Sendable {
  let routes: @Sendable () -> Routes
  let fill: @Sendable (HandWrittenTable) -> Void
  /// Reads the service from the hand-written table, a number of times.
  let readTable: @Sendable (HandWrittenTable, Int) -> Void
  /// Reads the service from a registry, a number of times.
  let readRegistry: @Sendable (Registry, Int) throws -> Void

  static let all: [Reader] = [
    Reader(One.self), Reader(Two.self), Reader(Three.self), Reader(Four.self),
    Reader(Five.self), Reader(Six.self), Reader(Seven.self), Reader(Eight.self),
  ]

  @inline(__always)
  private init<Number>(_: Number.Type) {
    routes = { ReaderModule<Number>().routes }
    fill = { $0.add(Held<Number>.self, instance: Held()) }
    readTable = { table, count in
      for _ in 0..<count { keep(table.instance(Held<Number>.self)) }
    }
    readRegistry = { registry, count in
      for _ in 0..<count {
        keep(try registry.makeDestination(to: RoutableService<Held<Number>>(declaredProtocol: Held.self)))
      }
    }
  }

  private enum One {}
  private enum Two {}
  private enum Three {}
  private enum Four {}
  private enum Five {}
  private enum Six {}
  private enum Seven {}
  private enum Eight {}
}

/// The service of one reader.
private final class Held<Number>: ServiceDestination, Sendable {
  init() {}
}

private struct ReaderModule<Number>: RouteModule {
  var routes: Routes {
    Route(Held<Number>.self) {
      RoutableService<Held<Number>>(declaredProtocol: Held.self)
      Singleton()
    } make: {
      Held()
    }
  }
}
