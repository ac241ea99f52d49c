import SharedFixtures
import Waymark

// What several tests of presentations share.

@MainActor final class ShownPreview: PreviewInput, ViewDestination { init() {} }

/// An object that contains a view.
@MainActor final class ViewFrame {
  let content: AnyObject
  init(_ content: AnyObject) { self.content = content }
}

extension RouteEvent.Phase {
  /// The phase as a word for a log.
  var word: String {
    switch self {
    case .willPerform: "willPerform"
    case .didPerform: "didPerform"
    case .willRemove: "willRemove"
    case .didRemove: "didRemove"
    case .failed(let error): "failed(\(error.code))"
    case .leaked: "leaked"
    case .reclaimed: "reclaimed"
    }
  }
}

extension ActiveRoute {
  /// The error that a wait for the presentation throws.
  func completionError() async -> RouteError? {
    await routeFailure { _ = try await inTime { try await self.completed() is Editor } }
  }
}

extension String {
  /// The text, in which each place of the module is "line".
  var withoutPlaces: String {
    replacing(#/WaymarkNavigationTests\/[A-Za-z+.]+\.swift:[0-9]+/#, with: "line")
  }
}
