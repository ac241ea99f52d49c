import Waymark

/// An instance of a type of its own for one of several tasks, so that they do not count references of one
/// object: that would measure the memory of the machine.
struct Reader: Sendable {
  let routes: @Sendable () -> Routes
  let fill: @Sendable (HandWrittenTable) -> Void
  /// Reads the instance many times from the hand-written table.
  let readTable: @Sendable (HandWrittenTable, Int) -> Void
  /// Reads the instance many times from a registry.
  let readRegistry: @Sendable (Registry, Int) throws -> Void

  static let all: [Reader] = [
    Reader(One.self), Reader(Two.self), Reader(Three.self), Reader(Four.self),
    Reader(Five.self), Reader(Six.self), Reader(Seven.self), Reader(Eight.self),
  ]

  @inline(__always)
  private init<Number>(_: Number.Type) {
    routes = { ReaderModule<Number>().routes }
    fill = { $0.add(Kept<Number>.self, instance: Kept()) }
    readTable = { table, count in
      for _ in 0..<count { keep(table.instance(Kept<Number>.self)) }
    }
    readRegistry = { registry, count in
      for _ in 0..<count {
        keep(try registry.makeDestination(to: RoutableService<Kept<Number>>(declaredProtocol: Kept.self)))
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

/// The instance of one reader.
private final class Kept<Number>: ServiceDestination, Sendable {
  init() {}
}

private struct ReaderModule<Number>: RouteModule {
  var routes: Routes {
    Route(Kept<Number>.self) {
      RoutableService<Kept<Number>>(declaredProtocol: Kept.self)
      Singleton()
    } make: {
      Kept()
    }
  }
}
