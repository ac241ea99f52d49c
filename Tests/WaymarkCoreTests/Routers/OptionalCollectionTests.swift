import SharedFixtures
import Testing
import WaymarkCore

private final class Holder: Sendable {
  let names: [String]?
  init(checks: [any HealthCheck]?) { names = checks?.map(\.name) }
}
private struct NestedCheck: HealthCheck {
  let name = "nested"
  init(checks: [any HealthCheck]?) {}
}
extension RoutableService<Holder> { fileprivate static var optionalHolder: Self { declared() } }

@Suite("Optional collections as parameters")
struct OptionalCollectionTests: RouteVocabulary {
  @Test func `a singleton can't need a scoped contribution through an optional array`() {
    let text = problems {
      Route({ NamedCheck("user") }) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
      Route(Holder.init(checks:)) {
        Service(.optionalHolder)
        Singleton()
      }
    }
    #expect(text.contains("[captive-scope]"), "\(text)")
  }

  @Test func `a cycle through an optional array is an error`() {
    let text = problems { Route(NestedCheck.init(checks:)) { Contributes(to: .healthChecks) } }
    #expect(text.contains("[dependency-cycle]"), "\(text)")
  }

  @Test func `Takes supplies an optional array`() throws {
    let registry = try Registry {
      NamedModule(keys: [.main, .copy])
      Route({ (all: [any NamedLedger]?) in MemoryStore(name: all?.first?.label ?? "nil") }) {
        Service(.notes)
        Takes(.copyLedgers)
      }
    }
    #expect(try registry(.notes).name == "copy")
  }

  @Test func `an optional dictionary and an optional router get the contributions`() throws {
    let registry = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      Route({ (keyed: [String: any HealthCheck]?, lazy: Contributions<any HealthCheck>?) in
        MemoryStore(name: "\(keyed?.count ?? -1) \(lazy?.count ?? -1)")
      }) { Service(.notes) }
    }
    #expect(try registry(.notes).name == "1 1")
  }
}
