import SharedFixtures
import Testing
import WaymarkCore

private final class RoutedSchedule: Sendable {
  let time: Routed<RoutableService<any TimeSource>, (any TimeSource)?> = Routed(.time)
}
private struct OtherTime: TimeSource { let now = 7 }

extension RoutableService<RoutedSchedule> { fileprivate static var routedSchedule: Self { declared() } }

/// Returns a store with the number of checks as its name.
@Sendable private func counting(_ checks: [any HealthCheck]) -> MemoryStore {
  MemoryStore(name: "\(checks.count) checks")
}

/// A draft without a time, or with one.
@Sendable private func timed(_ time: (any TimeSource)?) -> PlainDraft {
  PlainDraft(text: "at \(time?.now ?? 0)")
}

@Suite("Rule: a singleton of the base doesn't miss an addition")
struct UnseenAdditionRuleTests: RouteVocabulary {
  /// Returns the notes about an extension, with the places counted from the line of the call.
  private func notes(
    line: Int = #line, @RoutesBuilder _ base: () -> Routes, @RoutesBuilder adding: () -> Routes
  ) throws -> String {
    let extended = try Registry(base).extending(adding)
    return relative(
      extended.diagnostics.filter { $0.code == .unseenAddition }.map(\.description).joined(separator: "\n"),
      fileID: #fileID, line: line)
  }

  @Test func `a contribution that a singleton never receives is noted`() throws {
    let text = try notes {
      kept(counting, .notes)
      Route({ NamedCheck("named") }) { Contributes(to: .healthChecks) }
      // A property may be read in another registry, and its name isn't known.
      kept({ RoutedSchedule() }, Service(.routedSchedule))
    } adding: {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(SystemTime.self) { Service(.time) }
    }
    #expect(text.findings == ["line + 6 unseen-addition"])
    #expect(
      text.contains("\n    line + 1: Route(MemoryStore) needs Services<any HealthCheck> (parameter 1)\n"))
  }

  @Test func `a decorator that a kept instance never receives is noted`() throws {
    let text = try notes {
      Route(MemoryStore.self) { Service(.notes) }
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        WeaklyShared()
      }
      Route(StoreProxy.init) { Service<StoreProxy>(declaredProtocol: StoreProxy.self) }
    } adding: {
      Decorates(.notes) { $0 }
    }
    #expect(
      text.withoutRemedies == """
        line + 8: note: StoreProxy is kept by the base registry, which creates it without Decorates(.notes) [unseen-addition]
            line + 2: Route(StoreProxy) needs any NoteStore (parameter 1)
        """, "\(text)")
    #expect(!text.contains("Accepts"), "\(text)")
  }

  @Test func `a transient dependency of a singleton also misses an addition`() throws {
    let base = try Registry {
      Route(counting) { Service(.notes) }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
      kept({ (store: any RequiredStore) in PlainDraft(text: store.name) }, Service<any Draft>())
    }
    let extended = try base.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    let note = try #require(extended.diagnostics.first { $0.code == .unseenAddition })
    #expect(note.detail == "PlainDraft → StoreProxy → MemoryStore")
    #expect(try extended(Service<any Draft>()).text == "proxy of 0 checks")
    #expect(try extended(Service<any RequiredStore>()).name == "proxy of 1 checks")
  }

  @Test func `each form of a need is noted`() throws {
    let base = try Registry {
      kept({ (_: [String: any HealthCheck]) in FileArchive() }, .archive)
      kept(
        { (checks: Contributions<any HealthCheck>) in PlainDraft(text: "\(checks.keys)") },
        Service<any Draft>())
      Route({ (routes: Resolver) in counting(try routes(.healthChecks)) }) {
        Service(.notes)
        Singleton()
        Requires(.healthChecks)
      }
      Route({ NamedCheck("named") }) { Contributes(to: .healthChecks, as: "named") }
      kept({ MemoryStore() }, Service<any RequiredStore>())
      Decorates(
        Service<any RequiredStore>(), with: { (inner: any RequiredStore, _: (any TimeSource)?) in inner })
    }
    func holders(@RoutesBuilder _ routes: () -> Routes) throws -> [Substring] {
      try base.extending(routes).diagnostics.filter { $0.code == .unseenAddition }
        .compactMap { $0.message.split(separator: " is a singleton").first }.sorted()
    }
    let disk = Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
    #expect(try holders { disk } == ["FileArchive", "MemoryStore", "PlainDraft"])
    #expect(
      try holders { Route(DiskCheck.init) { Contributes(to: .healthChecks) } } == [
        "MemoryStore", "PlainDraft",
      ])
    #expect(
      try holders { Route(SystemTime.self) { Service(.time) } } == ["the decorator of any RequiredStore"])
    let extended = try base.extending { disk }
    #expect(try extended(Service<any Draft>()).text == "[\"named\"]" && extended(.notes).name == "1 checks")
  }

  @Test func `nothing is noted where the extension creates the holder, or adds nothing to it`() throws {
    let text = try notes {
      Route(counting) { Service(.notes) }
      Route({ (_: (any TimeSource)?) in FileArchive() }) { Service(.archive) }
      kept({ (_: [String: any HealthCheck]) in Book(label: "") }, .mainLedger)
      scoped({ (_: any NoteStore) in StoreProxy(MemoryStore()) }, Service<any RequiredStore>())
    } adding: {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(SystemTime.self) { Service(.time) }
      kept({ (_: Contributions<any HealthCheck>) in PlainDraft() }, Service<any Draft>())
    }
    #expect(text == "")
    let base = try Registry {
      kept(timed, Service<any Draft>())
      Route(SystemTime.self) { Service(.time) }
    }
    let overriding = try base.overriding { Route(OtherTime.init) { Service(.time) } }
    #expect(overriding.diagnostics.allSatisfy { $0.code != .unseenAddition })
  }

  @Test func `an entry of the addition accepts the note, also in an extension of an extension`() throws {
    let base = try Registry { kept(timed, Service<any Draft>()) }
    func codes(_ isAccepted: Bool) throws -> [Diagnostic.Code] {
      try base.extending {}.extending {
        Route(SystemTime.self) {
          Service(.time)
          if isAccepted { Accepts(.unseenAddition, because: "the draft has no time") }
        }
      }.diagnostics.map(\.code)
    }
    #expect(try codes(false) == [.unseenAddition])
    #expect(try codes(true) == [])
  }
}
