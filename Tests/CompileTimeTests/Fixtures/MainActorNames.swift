// A program with the main actor as its default isolation. Its names can be used on any thread, whether they're
// declared `nonisolated` or not.
import Waymark

nonisolated protocol Clock: Sendable { func now() -> Int }
protocol Title: AnyObject { var text: String { get } }

extension RoutableService<any Clock> { static var clock: Self { declared() } }
extension RoutableService<any Clock> { nonisolated static var otherClock: Self { declared() } }
extension RoutableView<any Title> { static var title: Self { declared() } }

nonisolated struct FirstClock: Clock { func now() -> Int { 1 } }
nonisolated struct OtherClock: Clock { func now() -> Int { 2 } }
final class TitleView: Title {
  let text: String
  init(clock: any Clock) { text = "title \(clock.now())" }
}

struct ClockModule: RouteModule {
  var routes: Routes {
    Route(FirstClock.init) { Service(.clock) }
    Route(OtherClock.init) { Service(.otherClock) }
    Route(TitleView.init(clock:)) {
      View(.title)
      Takes(.otherClock)
    }
  }
}

nonisolated final class Times: Sendable {
  let clock = Routed(.clock)
  let otherClock = Routed(.otherClock)
  func all(_ registry: Registry) throws -> [Int] {
    [try registry(.clock).now(), try registry(.otherClock).now(), clock().now(), otherClock().now()]
  }
}

@main struct Program {
  static func main() async throws {
    let registry = try Registry { ClockModule() }
    Registry.install(registry)
    print(try await Task.detached { try Times().all(registry) }.value)
    print(try registry(.title).text)
  }
}
