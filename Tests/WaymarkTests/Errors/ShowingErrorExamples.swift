import ScriptedWindow
import SharedFixtures
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor private final class Preview: PreviewInput {}

extension RoutableView<any PreviewInput> { fileprivate static var preview: Self { declared() } }

/// An editor with an interceptor and a `Leaves` entry, a preview, and a window.
@MainActor private final class Application {
  let window = ScriptedWindow()
  let registry: Registry
  var path: RoutePath { .push(from: window) }

  init(
    decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision = { _ in .proceed },
    decideAboutPreview: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision = { _ in
      .proceed
    }, leave: LeaveDecision = .proceed
  ) throws {
    registry = try Registry {
      Route(Editor.self) {
        RoutableView(.editor)
        URLPattern("notes://editor", through: "notes://preview")
        Intercepts { try await decide($0) }
        Leaves { _ in leave }
      }
      Route(Preview.init) {
        RoutableView(.preview)
        URLPattern("notes://preview")
        Supports(.push)
        Singleton()
        Intercepts { try await decideAboutPreview($0) }
      }
    }
  }

  /// Begins to open a URL while the presenter is still showing the screens of another one.
  func busyNavigator(_ policy: Navigator.BusyPolicy) async -> (Navigator, first: Task<Void, any Error>) {
    let navigator = Navigator(from: window, in: registry, whileBusy: policy)
    window.presenter.isPrompt = false
    let first = Task { try await navigator.open("notes://editor") }
    while window.presenter.waiting.isEmpty { await Task.yield() }
    return (navigator, first)
  }
}

/// A route that reads a number in its URL, `notes://note/:id`.
@RoutesBuilder private func note(reading name: String) -> Routes {
  Route(Editor.self) {
    RoutableView(.editor)
    URLPattern("notes://note/:id")
  } make: { routes in
    _ = try routes.parameters?.value(name, as: Int.self)
    return Editor()
  }
}

extension RouteErrorExample {
  /// Creates an example from a use of an application.
  private init(
    _ code: RouteError.Code, _ explanation: String,
    in make: @escaping @MainActor @Sendable () throws -> Application = { try Application() },
    using use: @escaping @MainActor @Sendable (Application) async throws -> Void
  ) {
    self.init(code, explanation) {
      try await use(make())
      return nil
    }
  }

  // MARK: - Showing

  static let showing: [RouteErrorExample] = [
    RouteErrorExample(
      .unsupportedPath, "The route or the presenter does not support this way to show the destination."
    ) { app in
      try app.registry.perform(to: .preview, path: .sheet(from: app.window))
    },
    RouteErrorExample(
      .alreadyPerforming,
      "You called `perform()` twice, and the first presentation is still waiting for an animation or an interceptor."
    ) { app in
      app.window.presenter.isPrompt = false
      try app.registry.perform(to: .editor, path: app.path).perform()
    },
    RouteErrorExample(
      .alreadyShown, "The registry keeps one instance of the view, and the instance is on the screen."
    ) { app in
      let first = try app.registry.perform(to: .preview, path: app.path)
      _ = try await first.completed()
      defer { withExtendedLifetime(first) {} }
      _ = try await app.registry.perform(to: .preview, path: app.path).completed()
    },
    RouteErrorExample(
      .actionFailed,
      "The presenter could not show or remove the view. The message contains the reason, for example a source that was deallocated."
    ) { app in
      let path = RoutePath.push(from: ScriptedWindow())
      try app.registry.perform(to: .editor, path: path)
    },
    RouteErrorExample(
      .invalidSource,
      "The source can't show a view along this path. For example, the source of a push is outside of a navigation controller, or the view of the source is not in a window. The message contains the class of the source and a source to use instead."
    ),
    RouteErrorExample(
      .unbalancedTransition,
      "UIKit is still animating an earlier change of the same controller. Await `completed()` or `removed()` of the earlier change, or show without an animation."
    ),
    RouteErrorExample(
      .segueNotPerformed,
      "A view controller performed a segue, and did not prepare the destination. Call `Router.prepare(for:sender:)` in its `prepare(for:sender:)`."
    ),
    RouteErrorExample(
      .redirected,
      "An interceptor showed another destination instead, for example a log-in. The other destination is in the property `redirection` of the ``ActiveRoute``.",
      in: { try Application(decide: { _ in .redirect(to: .preview) }) }
    ) { app in
      _ = try await app.registry.perform(to: .editor, path: app.path).completed()
    },
    RouteErrorExample(
      .redirectionCycle, "Interceptors redirect to each other, or more than 20 times.",
      in: {
        try Application(
          decide: { _ in .redirect(to: .preview) }, decideAboutPreview: { _ in .redirect(to: .editor) })
      }
    ) { app in
      let active = try app.registry.perform(to: .editor, path: app.path)
      _ = try? await active.completed()
      _ = try await active.redirection?.completed()
    },
    RouteErrorExample(
      .refused,
      "An interceptor refused to show the destination, or the task was canceled before the decision. The interceptor's own error is in ``RouteError/underlying``.",
      in: { try Application(decide: { _ in .refuse(Failure(description: "the trial has ended")) }) }
    ) { app in
      _ = try await app.registry.perform(to: .editor, path: app.path).completed()
    },
  ]

  // MARK: - Navigating

  static let navigating: [RouteErrorExample] = [
    RouteErrorExample(
      .stayed,
      "The `Leaves` entry of a screen decided that the screen stays, usually because a user has unsaved changes. Show nothing for this error: the screen has asked already.",
      in: { try Application(leave: .stay) }
    ) { app in
      let navigator = Navigator(from: app.window, in: app.registry)
      try await navigator.open("notes://editor")
      try await navigator.open("notes://preview")
    },
    RouteErrorExample(
      .superseded,
      "A later change of the navigator replaced this change (`whileBusy: .replace`), the user changed the screens, or "
        + "the window was closed."
    ) { app in
      let (navigator, first) = await app.busyNavigator(.replace)
      let second = Task { try await navigator.open("notes://preview") }
      while navigator.changes.count < 2 { await Task.yield() }
      app.window.presenter.isPrompt = true
      app.window.presenter.complete()
      try await second.value
      try await first.value
    },
    RouteErrorExample(
      .busy, "The navigator is already changing its screens, and its policy is to refuse another change."
    ) { app in
      let (navigator, first) = await app.busyNavigator(.refuse)
      do { try await navigator.open("notes://preview") } catch {
        app.window.presenter.isPrompt = true
        app.window.presenter.complete()
        try await first.value
        throw error
      }
    },
  ]

  // MARK: - URLs

  static let urls: [RouteErrorExample] = [
    RouteErrorExample(.unknownURL, "No route has a pattern that matches the URL.") { app in
      _ = try app.registry.plan(for: "notes://editors")
    },
    RouteErrorExample(
      .malformedURL, "The string is not a valid URL. The message contains the position of the problem."
    ) { app in
      _ = try app.registry.plan(for: "notes://my editor")
    },
    RouteErrorExample(
      .missingParameter, "A route read a parameter that the pattern and the query of the URL do not have."
    ) {
      note(reading: "identifier")
    } using: {
      _ = try $0.makeDestination(for: "notes://note/7")
    },
    RouteErrorExample(
      .invalidParameter, "A parameter of the URL can't be converted to the type that the route needs."
    ) {
      note(reading: "id")
    } using: {
      _ = try $0.makeDestination(for: "notes://note/seven")
    },
    RouteErrorExample(
      .parentCycle,
      "The parents of a screen's URL form a cycle that no check can see, because a more specific pattern matches one of them."
    ) {
      Route(Editor.self) {
        View(.editor)
        URLPattern("notes://list/:id", through: "notes://folder/:id")
        URLPattern("notes://folder/:id")
        URLPattern("notes://folder/1", through: "notes://list/1")
      }
    } using: {
      _ = try $0.plan(for: "notes://list/1")
    },
  ]
}
