import SharedFixtures
import Testing
import WaymarkCore

private protocol Container<Item> { associatedtype Item }
private struct IntBox: Container { typealias Item = Int }
private protocol Named {}
@MainActor private final class IsolatedEditor: @MainActor Named {}

@Suite("Rule: a destination conforms to its provided interfaces")
struct ConformanceRuleTests: RouteVocabulary {
  @Test func `destinations and configurations that don't conform are errors`() {
    let text = problems {
      Route(Editor.self, configuration: { PlainDraft() }) {
        View<any HeadingInput>()
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
      Route({ IntBox() }) { Service<any Container<String>>(declaredProtocol: (any Container<String>).self) }
    }
    #expect(text.findings == [1, 1, 8].map { "line + \($0) not-conforming" })
    #expect(text.contains(" provides ViewModule<any EditorModuleConfig>\n"), "\(text)")
  }

  @Test func `a destination of another type than the token's is an error`() {
    let text = problems { Route(MemoryStore.self) { Service<SystemTime>(declaredProtocol: SystemTime.self) } }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: MemoryStore is not of the type SystemTime [not-conforming]
            Route(MemoryStore) provides Service<SystemTime>
            To fix: declare a route of SystemTime in place of MemoryStore
                or: declare the token with MemoryStore or with a protocol that MemoryStore conforms to
                or: write Service<SystemTime>.as { … } with a closure that returns the SystemTime
        """)
  }

  /// The compiler infers `Void` from a closure with one expression if no declaration accepts the expression's type.
  @Test func `a closure that returns nothing is an error`() {
    let text = problems { Route({ () in () }) { Service(.notes) } }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: the closure of this route returns (), but the route provides Service(.notes) [not-conforming]
            Route(()) provides Service(.notes)
            To fix: return the instance from the closure
                or: if the registry keeps the service, make its type Sendable
        """)
  }

  @Test func `a view's main-actor conformance is accepted`() async throws {
    let registry = try await Task.detached {
      try Registry { Route({ IsolatedEditor() }) { View<any Named>(declaredProtocol: (any Named).self) } }
    }.value
    try await MainActor.run {
      let named = try registry.makeDestination(to: View<any Named>(declaredProtocol: (any Named).self))
      #expect(named is IsolatedEditor)
    }
  }

  /// A dynamic cast to the protocol succeeds on the main actor.
  @Test(arguments: [false, true])
  func `a service's main-actor conformance is an error`(onMainActor: Bool) async {
    nonisolated func problemsOfService() -> String {
      problems {
        Route(IsolatedEditor.self) {
          Service<any Named>(declaredProtocol: (any Named).self)
        } make: { _ in
          throw Failure(description: "never made")
        }
      }
    }
    let text =
      onMainActor
      ? await MainActor.run { problemsOfService() } : await Task.detached { problemsOfService() }.value
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: IsolatedEditor conforms to Named only on an actor, but a service is used on any thread [not-conforming]
            Route(IsolatedEditor) provides Service<any Named>
            To fix: make the conformance nonisolated
                or: provide it as a view
        """)
  }
}
