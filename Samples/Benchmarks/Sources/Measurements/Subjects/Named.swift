import Waymark

/// Services that are requested by name: the only one of its type, and one of two.
struct NamedModule: RouteModule {
  var routes: Routes {
    Route(FixedWatch.self) { Service(.watch) }
    Route(SharedTally.self) {
      Service(.tally)
      Singleton()
    }
    for twin in [Service<any Twin>.leftTwin, .rightTwin] { Route(FixedTwin.self) { Service(twin) } }
    for gauge in [Service<any Gauge>.leftGauge, .rightGauge] {
      Route(SharedGauge.self) {
        Service(gauge)
        Singleton()
      }
    }
  }
}

// MARK: - The only names of their types

protocol Watch: AnyObject, Sendable { var now: Int { get } }
extension RoutableService<any Watch> { static var watch: Self { declared() } }
final class FixedWatch: Watch, ServiceDestination {
  let now: Int
  init() { now = 1 }
}

protocol Tally: AnyObject, Sendable { var count: Int { get } }
extension RoutableService<any Tally> { static var tally: Self { declared() } }
final class SharedTally: Tally, ServiceDestination {
  let count: Int
  init() { count = 1 }
}

// MARK: - Two names of one type

protocol Twin: AnyObject, Sendable { var now: Int { get } }
extension RoutableService<any Twin> {
  static var leftTwin: Self { declared() }
  static var rightTwin: Self { declared() }
}
final class FixedTwin: Twin, ServiceDestination {
  let now: Int
  init() { now = 1 }
}

protocol Gauge: AnyObject, Sendable { var count: Int { get } }
extension RoutableService<any Gauge> {
  static var leftGauge: Self { declared() }
  static var rightGauge: Self { declared() }
}
final class SharedGauge: Gauge, ServiceDestination {
  let count: Int
  init() { count = 1 }
}
