import Waymark

// What modules contribute to, and what is decorated.

protocol HealthCheck: Sendable { var name: String { get } }
@MainActor protocol SettingsPane: AnyObject { var name: String { get set } }

extension RoutableServices<any HealthCheck> { static var healthChecks: Self { declared() } }
extension RoutableViews<any SettingsPane> { static var settingsPanes: Self { declared() } }
extension RoutableService<any TimeSource> { static var time: Self { declared() } }

enum CheckKey: String { case disk, clock, network }

struct NamedCheck: HealthCheck {
  let name: String
  init(_ name: String) { self.name = name }
}

struct DiskCheck: HealthCheck { let name = "disk" }

final class ClockCheck: HealthCheck {
  let name: String
  init(time: any TimeSource) { name = "clock \(time.now)" }
}

final class CountedCheck: HealthCheck {
  let name = "counted"
  init(_ counter: Counter) { counter.increment() }
}

@MainActor final class FontsPane: SettingsPane { var name = "fonts" }

@MainActor final class ColorsPane: SettingsPane { var name = "colors" }

struct LaterTime: TimeSource {
  let inner: any TimeSource
  let by: Int
  var now: Int { inner.now + by }
}

@MainActor final class FramedEditor: EditorInput {
  let inner: any EditorInput
  init(_ inner: any EditorInput) { self.inner = inner }
  var title: String {
    get { "[\(inner.title)]" }
    set { inner.title = newValue }
  }
}

final class LoggingStore: NoteStore {
  let inner: any NoteStore
  let label: String
  init(_ inner: any NoteStore, _ label: String = "log") {
    self.inner = inner
    self.label = label
  }
  var name: String { "\(label)(\(inner.name))" }
}
