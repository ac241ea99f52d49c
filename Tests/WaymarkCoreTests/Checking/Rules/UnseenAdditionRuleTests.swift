import SharedFixtures
import Testing
import WaymarkCore

private final class Monitor: Sendable {
  let checks: [any HealthCheck]
  init(checks: [any HealthCheck]) { self.checks = checks }
}
private final class KeyedMonitor: Sendable { init(checks: [String: any HealthCheck]) {} }
private final class LazyMonitor: Sendable {
  let checks: Contributions<any HealthCheck>
  init(checks: Contributions<any HealthCheck>) { self.checks = checks }
}
private final class Schedule: Sendable { init(time: (any TimeSource)?) {} }
private final class RoutedSchedule: Sendable {
  let time: Routed<RoutableService<any TimeSource>, (any TimeSource)?> = Routed(.time)
  init(checks: [any HealthCheck]) {}
}
private struct Panel: Sendable { let monitor: Monitor }
private final class Console: Sendable {
  let panel: Panel
  init(panel: Panel) { self.panel = panel }
}
private final class TimedStore: NoteStore {
  let name: String
  init(inner: any NoteStore, time: (any TimeSource)?) { name = "\(inner.name) at \(time?.now ?? 0)" }
}

extension RoutableService<Monitor> { fileprivate static var monitor: Self { declared() } }
extension RoutableService<KeyedMonitor> { fileprivate static var keyedMonitor: Self { declared() } }
extension RoutableService<LazyMonitor> { fileprivate static var lazyMonitor: Self { declared() } }
extension RoutableService<Schedule> { fileprivate static var schedule: Self { declared() } }
extension RoutableService<RoutedSchedule> { fileprivate static var routedSchedule: Self { declared() } }
extension RoutableService<Panel> { fileprivate static var panel: Self { declared() } }
extension RoutableService<Console> { fileprivate static var console: Self { declared() } }
extension RoutableService<any RequiredTime> { fileprivate static var requiredTime: Self { declared() } }

private protocol RequiredTime: Sendable {}
private struct OtherTime: RequiredTime {}
private struct AdaptedTime: TimeSource { let now = 7 }

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
      kept(Monitor.init, Service(.monitor))
      Route({ NamedCheck("named") }) { Contributes(to: .healthChecks) }
    } adding: {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
    }
    #expect(
      text == """
        line + 4: note: Monitor is a singleton of the base registry, which creates it without Route(DiskCheck) [unseen-addition]
            line + 1: Route(Monitor) needs Services<any HealthCheck> (parameter 1)
            To fix: move Route(DiskCheck) to the base registry
                or: move Route(Monitor) to the extension
                or: add Accepts(.unseenAddition, because: …) to Route(DiskCheck)
        """)
  }

  /// A property may be read in another registry, and its name isn't known.
  @Test func `an optional property isn't noted`() throws {
    let text = try notes {
      kept(RoutedSchedule.init, Service(.routedSchedule))
    } adding: {
      Route(SystemTime.self) { Service(.time) }
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
    }
    #expect(text.withoutRemedies.contains("without Route(DiskCheck)"))
    #expect(!text.contains("SystemTime"))
  }

  @Test func `an optional dependency that stays nil is noted`() throws {
    let text = try notes {
      kept(Schedule.init, Service(.schedule))
      Route(OtherTime.init) { Service(.requiredTime) }
    } adding: {
      Adapter(.time, for: .requiredTime) { _ in AdaptedTime() }
    }
    #expect(text.findings == ["line + 4 unseen-addition"])
    #expect(text.contains("which creates it without Adapter(.time, for: .requiredTime)"), "\(text)")
    #expect(text.contains("\n    line + 1: Route(Schedule) needs any TimeSource (parameter 1)"), "\(text)")
    #expect(!text.contains("Accepts"))
  }

  @Test func `a transient dependency of a singleton also misses an addition`() throws {
    let base = try Registry {
      Route(Monitor.init) { Service(.monitor) }
      Route(Panel.init) { Service(.panel) }
      kept(Console.init, Service(.console))
    }
    let extended = try base.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    let note = try #require(extended.diagnostics.first { $0.code == .unseenAddition })
    #expect(note.detail == "Console → Panel → Monitor")
    #expect(try extended(.console).panel.monitor.checks.isEmpty && extended(.panel).monitor.checks.count == 1)
  }

  @Test func `each form of a need is noted`() throws {
    let base = try Registry {
      kept(KeyedMonitor.init, Service(.keyedMonitor))
      kept(LazyMonitor.init, Service(.lazyMonitor))
      Route({ @Sendable (routes: Resolver) in Monitor(checks: try routes(.healthChecks)) }) {
        Service(.monitor)
        Singleton()
        Requires(.healthChecks)
      }
      Route({ NamedCheck("named") }) { Contributes(to: .healthChecks, as: "named") }
      kept({ MemoryStore() }, Service(.notes))
      Decorates(.notes, with: TimedStore.init(inner:time:))
    }
    func holders(@RoutesBuilder _ routes: () -> Routes) throws -> [Substring] {
      try base.extending(routes).diagnostics.filter { $0.code == .unseenAddition }
        .compactMap { $0.message.split(separator: " is a singleton").first }.sorted()
    }
    #expect(
      try holders { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") } }
        == ["KeyedMonitor", "LazyMonitor", "Monitor"])
    #expect(
      try holders { Route(DiskCheck.init) { Contributes(to: .healthChecks) } } == ["LazyMonitor", "Monitor"])
    #expect(try holders { Route(SystemTime.self) { Service(.time) } } == ["the decorator of any NoteStore"])
    let extended = try base.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") } }
    #expect(try extended(.lazyMonitor).checks.keys == ["named"] && extended(.monitor).checks.count == 1)
  }

  @Test func `nothing is noted where the extension creates the holder, or adds nothing to it`() throws {
    let text = try notes {
      Route(Monitor.init) { Service(.monitor) }
      Route(Schedule.init) {
        Service(.schedule)
        WeaklyShared()
      }
      kept(KeyedMonitor.init, Service(.keyedMonitor))
      Route(Panel.init) {
        Service(.panel)
        Scoped(to: UserSession.self)
      }
    } adding: {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(SystemTime.self) { Service(.time) }
      kept(LazyMonitor.init, Service(.lazyMonitor))
    }
    #expect(text == "")
    let base = try Registry {
      kept(Schedule.init, Service(.schedule))
      Route(SystemTime.self) { Service(.time) }
    }
    let overriding = try base.overriding { Route({ AdaptedTime() }) { Service(.time) } }
    #expect(overriding.diagnostics.allSatisfy { $0.code != .unseenAddition })
  }

  @Test func `an entry of the addition accepts the note, also in an extension of an extension`() throws {
    let base = try Registry { kept(Schedule.init, Service(.schedule)) }
    func codes(_ isAccepted: Bool) throws -> [Diagnostic.Code] {
      try base.extending {}.extending {
        Route(SystemTime.self) {
          Service(.time)
          if isAccepted { Accepts(.unseenAddition, because: "the schedule works without it") }
        }
      }.diagnostics.map(\.code)
    }
    #expect(try codes(false) == [.unseenAddition])
    #expect(try codes(true) == [])
  }
}
