import SharedFixtures
import Testing
import WaymarkCore

private final class NoteIndex: Sendable {
  let name: String
  init(notes: any NoteStore) { name = notes.name }
}
private final class IndexedStore: NoteStore {
  let name: String
  init(inner: any NoteStore, index: NoteIndex) { name = "indexed(\(inner.name), \(index.name))" }
}
private final class UserStore: NoteStore {
  let name: String
  init(inner: any NoteStore, session: UserSession) { name = "\(session.user)(\(inner.name))" }
}
private struct IndexReader: Sendable {
  let name: String
  init(index: NoteIndex) { name = index.name }
}
private final class Schedule: Sendable {
  let now: Int?
  init(time: (any TimeSource)?) { now = time?.now }
}
private struct ScheduledTime: TimeSource {
  let now: Int
  init(schedule: Schedule) { now = schedule.now ?? -1 }
}
private final class LedgerCache: Sendable {
  let label: String
  init(ledger: any NamedLedger) { label = ledger.label }
}
private struct CachedLedger: NamedLedger {
  let label: String
  init(cache: LedgerCache) { label = "cached \(cache.label)" }
}

extension RoutableService<NoteIndex> { fileprivate static var noteIndex: Self { declared() } }
extension RoutableService<IndexReader> { fileprivate static var indexReader: Self { declared() } }
extension RoutableService<Schedule> { fileprivate static var schedule: Self { declared() } }
extension RoutableService<LedgerCache> { fileprivate static var ledgerCache: Self { declared() } }

private final class Checks: Sendable { init(all: [any HealthCheck]) {} }
private final class LateChecks: Sendable { let all = Routed(.healthChecks) }
private struct NestedCheck: HealthCheck {
  let name = "nested"
  init(checks: Checks) {}
}
extension RoutableService<Checks> { fileprivate static var checks: Self { declared() } }
extension RoutableService<LateChecks> { fileprivate static var lateChecks: Self { declared() } }

@Suite("Rules don't apply an extension's declarations to what its base keeps")
struct KeptByBaseTests: RouteVocabulary {
  private func base(stage: Registry.Stage = .complete) throws(RegistryError) -> Registry {
    try Registry(stage: stage) {
      Route(MemoryStore.self) { Service(.notes) }
      kept(NoteIndex.init(notes:), Service(.noteIndex))
    }
  }

  @Test(arguments: Registry.Stage.allCases)
  func `an extension's decorator can need a singleton of the base that needs the undecorated service`(
    stage: Registry.Stage
  ) throws {
    // Not dependency-cycle, NoteIndex → the decorator of any NoteStore → NoteIndex.
    let extended = try base(stage: stage).extending {
      Decorates(.notes, with: IndexedStore.init(inner:index:))
    }
    #expect(try extended(.notes).name == "indexed(memory, memory)")
  }

  @Test(arguments: Registry.Stage.allCases)
  func `an extension's decorator with a scope doesn't affect a singleton of the base`(
    stage: Registry.Stage
  ) throws {
    // Not captive-scope, NoteIndex is Singleton() and needs the value of UserSession.
    let extended = try base(stage: stage).extending {
      Decorates(.notes, with: UserStore.init(inner:session:))
      Route(IndexReader.init(index:)) { Service(.indexReader) }
    }
    let session = try extended.opening(UserSession(user: "ann"))
    #expect(try session(.notes).name == "ann(memory)")
    #expect(try session(.indexReader).name == "memory")
  }

  @Test func `an extension can provide what a singleton of the base has gone without`() throws {
    let base = try Registry { kept(Schedule.init(time:), Service(.schedule)) }
    // Not dependency-cycle, ScheduledTime → Schedule → ScheduledTime.
    let extended = try base.extending { Route(ScheduledTime.init(schedule:)) { Service(.time) } }
    #expect(try extended(.time).now == -1)
  }

  @Test(arguments: Registry.Stage.allCases)
  func `an extension's default of a type can need a singleton of the base with the only name`(
    stage: Registry.Stage
  ) throws {
    let base = try Registry(stage: stage) {
      Route({ Book(label: "main") }) { Service(.mainLedger) }
      kept(LedgerCache.init(ledger:), Service(.ledgerCache))
    }
    // Not dependency-cycle, CachedLedger → LedgerCache → CachedLedger.
    let extended = try base.extending { Route(CachedLedger.init(cache:)) { Service<any NamedLedger>() } }
    #expect(try extended(Service<any NamedLedger>()).label == "cached main")
  }

  /// A scope that's opened in the extension makes its instances with the extension's contributions.
  @Test func `a scoped route of the base can close a cycle with an extension's contribution`() throws {
    let text = try problems {
      Route(Checks.init(all:)) {
        Service(.checks)
        Scoped(to: UserSession.self)
      }
    } extending: {
      Route(NestedCheck.init(checks:)) { Contributes(to: .healthChecks) }
    }
    #expect(text.contains("[dependency-cycle]"), "\(text)")
  }

  /// The property is read after the complete registry was installed.
  @Test func `an early singleton can't hold a later scoped contribution`() throws {
    let text = try problems(stage: .early) {
      kept({ LateChecks() }, Service(.lateChecks))
    } extending: {
      Route({ NamedCheck("user") }) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
    }
    #expect(text.contains("[captive-scope]"), "\(text)")
  }

  // MARK: - Rules that do apply to the base

  @Test func `a later registry without an early decorator's dependency is an error`() throws {
    let text = try problems(stage: .early) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(
        .time, with: { (inner: any TimeSource, notes: DestinationServiceRouter<any NoteStore>) in inner })
    } extending: {
    }
    #expect(text.codes == ["missing-requirement"], "\(text)")
  }

  @Test func `an extension's second name for a decorator of the base is an error`() throws {
    let base = try Registry {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time, with: { (inner: any TimeSource, ledger: any NamedLedger) in inner })
    }
    #expect(try base(.time).now == 42)
    // At run time: ambiguousName. The same parameter of a route is the error ambiguous-name of the extension.
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { Route({ Book(label: "2") }) { Service(.copyLedger) } }
    }
    #expect(text.contains("[ambiguous-name]"), "\(text)")
  }
}
