import SharedFixtures
import Testing
import Waymark

// Declarations for several tests of presentations.

@MainActor final class ShownPreview: PreviewInput, ViewDestination { init() {} }

@MainActor protocol FolderPicker: AnyObject {
  var start: String { get set }
  var onPick: (@MainActor (String?) -> Void)? { get set }
}

@MainActor final class Picker: FolderPicker {
  var start = ""
  var onPick: (@MainActor (String?) -> Void)?
}

extension RoutableView<any FolderPicker> { static var folderPicker: Self { declared() } }

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

/// Expects that a task ends with the error of its cancellation.
func expectCancellation<Value: Sendable>(of task: Task<Value, any Error>) async {
  await #expect(throws: CancellationError.self) { _ = try await inTime { try await task.value } }
}

extension String {
  /// The text with "line" for each place in the module.
  var withoutPlaces: String {
    replacing(#/WaymarkNavigationTests\/[A-Za-z+.]+\.swift:[0-9]+/#, with: "line")
  }
}
