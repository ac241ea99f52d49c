package import WaymarkCore

// Collections, contributions to them, and decorators.

package protocol HealthCheck: Sendable { var name: String { get } }
@MainActor package protocol SettingsPane: AnyObject { var name: String { get set } }

extension RoutableServices<any HealthCheck> { package static var healthChecks: Self { declared() } }
extension RoutableViews<any SettingsPane> { package static var settingsPanes: Self { declared() } }
extension RoutableService<any TimeSource> {
  package static var time: Self { declared() }
  package static var ofTwoModules: Self { declared() }
}

package enum CheckKey: String { case disk, clock, network }

package struct NamedCheck: HealthCheck {
  package let name: String
  package init(_ name: String) { self.name = name }
}

package struct DiskCheck: HealthCheck {
  package let name = "disk"
  package init() {}
}

package final class ClockCheck: HealthCheck {
  package let name: String
  package init(time: any TimeSource) { name = "clock \(time.now)" }
}

package final class CountedCheck: HealthCheck {
  package let name = "counted"
  package init(_ counter: Counter) { counter.increment() }
}

@MainActor package final class FontsPane: SettingsPane {
  package var name = "fonts"
  package init() {}
}

@MainActor package final class ColorsPane: SettingsPane {
  package var name = "colors"
  package init() {}
}

package struct LaterTime: TimeSource {
  package let inner: any TimeSource
  package let by: Int
  package init(inner: any TimeSource, by: Int) {
    self.inner = inner
    self.by = by
  }
  package var now: Int { inner.now + by }
}

@MainActor package final class FramedEditor: EditorInput {
  package let inner: any EditorInput
  package init(_ inner: any EditorInput) { self.inner = inner }
  package var title: String {
    get { "[\(inner.title)]" }
    set { inner.title = newValue }
  }
}

package final class LoggingStore: NoteStore {
  package let inner: any NoteStore
  package let label: String
  package init(_ inner: any NoteStore, _ label: String = "log") {
    self.inner = inner
    self.label = label
  }
  package var name: String { "\(label)(\(inner.name))" }
}
