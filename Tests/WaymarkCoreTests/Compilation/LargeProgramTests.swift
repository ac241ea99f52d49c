import SharedFixtures
import Testing

@testable import WaymarkCore

private struct Part: Sendable { init() {} }
private struct Whole: Sendable { init(parts: [Part]) {} }
extension RoutableServices<Part> { fileprivate static var parts: Self { declared() } }
extension RoutableService<Whole> { fileprivate static var whole: Self { declared() } }
extension RoutableService<Part> { fileprivate static var part: Self { declared() } }

@Suite("Programs with many declarations of one token", .timeLimit(.minutes(5)))
struct LargeProgramTests: RouteVocabulary {
  /// Expects that eight times the work takes less than 24 times as long, which quadratic work doesn't.
  private func expectLinear(_ count: Int, _ work: (Int) throws -> Void) rethrows {
    func time(_ count: Int) throws -> Duration {
      try (0..<3).map { _ in try ContinuousClock().measure { try work(count) } }.min() ?? .zero
    }
    let (small, large) = (try time(count), try time(8 * count))
    #expect(large < small * 24, "\(small) and \(large)")
  }

  @Test func `a collection with many contributions compiles in linear time`() throws {
    try expectLinear(500) { count in
      let base = try Registry(stage: .early) {
        for _ in 0..<count {
          Route({ @Sendable in Part() }) {
            Contributes(to: .parts)
          }
        }
        Route(Whole.init(parts:)) { Service(.whole) }
      }
      let registry = try base.overriding { Route({ @Sendable in Part() }) { Contributes(to: .parts) } }
      #expect(registry.routes.count == count + 2)
    }
  }

  @Test func `a route with many decorators compiles in linear time`() throws {
    try expectLinear(250) { count in
      let base = try Registry(stage: .early) {
        Route({ @Sendable in Part() }) { Service(.part) }
        for _ in 0..<count { Decorates(.part) { $0 } }
      }
      _ = try base.extending(stage: .early) { Decorates(.part) { $0 } }
    }
  }
}
