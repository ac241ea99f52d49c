import SharedFixtures
import Testing
import WaymarkCore

private final class LateChecks: Sendable { let all = Routed(.healthChecks) }
extension RoutableService<LateChecks> { fileprivate static var lateChecks: Self { declared() } }

@Suite("Rules don't apply an extension's declarations to instances of its base")
struct KeptByBaseTests: RouteVocabulary {
  private let index = Service<any Draft>()

  /// A store, and an index that keeps the store's name.
  private func base(stage: Registry.Stage) throws(RegistryError) -> Registry {
    try Registry(stage: stage) {
      Route(MemoryStore.self) { Service(.notes) }
      kept({ (notes: any NoteStore) in PlainDraft(text: notes.name) }, index)
    }
  }

  @Test(arguments: Registry.Stage.allCases)
  func `an extension's decorator can need a singleton of the base that needs the undecorated service`(
    stage: Registry.Stage
  ) throws {
    // Not dependency-cycle, PlainDraft → the decorator of any NoteStore → PlainDraft.
    let extended = try base(stage: stage).extending {
      Decorates(.notes, with: { (inner: any NoteStore, index: any Draft) in LoggingStore(inner, index.text) })
    }
    #expect(try extended(.notes).name == "memory(memory)")
  }

  @Test(arguments: Registry.Stage.allCases)
  func `an extension's decorator with a scope doesn't affect a singleton of the base`(
    stage: Registry.Stage
  ) throws {
    // Not captive-scope, PlainDraft is Singleton() and needs the value of UserSession.
    let extended = try base(stage: stage).extending {
      Decorates(.notes, with: { (inner: any NoteStore, at: UserSession) in LoggingStore(inner, at.user) })
      Route({ (index: any Draft) in Book(label: index.text) }) { Service(.mainLedger) }
    }
    let session = try extended.opening(UserSession(user: "ann"))
    #expect(try session(.notes).name == "ann(memory)")
    #expect(try session(.mainLedger).label == "memory")
  }

  @Test(arguments: Registry.Stage.allCases)
  func `a scoped contribution of the second of three stages doesn't affect a singleton of the first`(
    first: Registry.Stage
  ) throws {
    let base = try Registry(stage: first) {
      kept({ (checks: [any HealthCheck]) in PlainDraft(text: "\(checks.count) checks") }, index)
    }
    let middle = try base.extending(stage: .early) {
      Route({ NamedCheck("user") }) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
    }
    // Not captive-scope, PlainDraft is Singleton() and needs NamedCheck.
    let last = try middle.extending { scoped({ MemoryStore() }, Service(.notes)) }
    #expect(try last(index).text == "0 checks")
  }

  @Test func `a router of the first of three stages can't lead to a route of the second`() throws {
    let base = try Registry(stage: .early) {
      kept(
        { (_: DestinationServiceRouter<any NoteStore>) in PlainDraft(text: "") }, index)
    }
    let middle = try base.extending(stage: .early) { Route(MemoryStore.self) { Service(.notes) } }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try middle.extending { Route(SystemTime.self) { Service(.time) } }
    }
    #expect(text.codes == ["missing-requirement"], "\(text)")
  }

  @Test func `an extension can provide a dependency that a singleton of the base has gone without`() throws {
    let base = try Registry {
      kept({ (time: (any TimeSource)?) in PlainDraft(text: time == nil ? "no time" : "a time") }, index)
    }
    // Not dependency-cycle, LaterTime → PlainDraft → LaterTime.
    let extended = try base.extending {
      Route({ (index: any Draft) in LaterTime(inner: SystemTime(), by: index.text.count) }) { Service(.time) }
    }
    #expect(try extended(.time).now == 49)
  }

  @Test(arguments: Registry.Stage.allCases)
  func `an extension's default of a type can need a singleton of the base with the only name`(
    stage: Registry.Stage
  ) throws {
    let base = try Registry(stage: stage) {
      Route({ Book(label: "main") }) { Service(.mainLedger) }
      kept({ (ledger: any NamedLedger) in PlainDraft(text: ledger.label) }, index)
    }
    // Not dependency-cycle, Book → PlainDraft → Book.
    let extended = try base.extending {
      Route({ (index: any Draft) in Book(label: "cached \(index.text)") }) { Service<any NamedLedger>() }
    }
    #expect(try extended(Service<any NamedLedger>()).label == "cached main")
  }

  private static let cases = [
    RuleCase(
      "a later registry without the dependency of an early decorator", "missing-requirement", stage: .early
    ) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time, with: { (inner: any TimeSource, _: DestinationServiceRouter<any NoteStore>) in inner })
    } extending: {
    },
    // A scope that the extension opens makes its instances with the extension's contributions.
    RuleCase("a cycle of a scoped route of the base and a contribution", "dependency-cycle") {
      scoped({ (_: [any HealthCheck]) in MemoryStore() }, Service(.notes))
    } extending: {
      Route({ (_: any NoteStore) in DiskCheck() }) { Contributes(to: .healthChecks) }
    },
    // The property is read after the complete registry was installed.
    RuleCase("an early singleton with a later scoped contribution", "captive-scope", stage: .early) {
      kept({ LateChecks() }, Service(.lateChecks))
    } extending: {
      Route({ NamedCheck("user") }) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
    },
  ]

  @Test(arguments: cases) func `an extension's declarations apply to what the base makes later`(
    row: RuleCase
  ) throws { try row.check() }
}
