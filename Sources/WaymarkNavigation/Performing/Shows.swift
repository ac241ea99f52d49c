public import WaymarkCore

/// An entry that shows a route's view in place of the presenter.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Shows(along: .split) { transition in
///         SplitPane.main.show(transition.view)
///       } removing: { _ in
///         SplitPane.main.clear()
///       }
///     }
///
/// The route supports these kinds (``Supports``), and the first entry for a kind counts. Everything else works as with
/// a presenter. If the view goes away without Waymark, call ``RouteTransition/wasRemoved()``.
public struct Shows: FeatureEntry, RouteEntry {
  typealias Change = @MainActor @Sendable (RouteTransition, _ completion: @escaping Completion) -> Void
  typealias Completion = @MainActor ((any Error)?) -> Void

  let kinds: [RoutePath.Kind]
  let show: Change
  let remove: Change?

  /// Creates an entry that shows the view at once.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of path that this entry shows.
  ///   - show: Shows the transition's view, or throws if it can't.
  ///   - remove: Removes the view. Without it, ``ActiveRoute/remove(_:)`` isn't possible.
  public init(
    along kinds: RoutePath.Kind..., show: @escaping @MainActor @Sendable (RouteTransition) throws -> Void,
    removing remove: (@MainActor @Sendable (RouteTransition) throws -> Void)? = nil
  ) {
    self.kinds = kinds
    self.show = Self.change(show)
    self.remove = remove.map(Self.change)
  }

  /// Creates an entry that takes time to show the view, such as for an animation.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of path that this entry shows.
  ///   - show: Shows the transition's view, and returns when it's shown, or throws if it can't.
  ///   - remove: Removes the view, and returns when it's gone. Without it, ``ActiveRoute/remove(_:)`` isn't possible.
  public init(
    along kinds: RoutePath.Kind...,
    show: @escaping @MainActor @Sendable (RouteTransition) async throws -> Void,
    removing remove: (@MainActor @Sendable (RouteTransition) async throws -> Void)? = nil
  ) {
    self.kinds = kinds
    self.show = Self.change(show)
    self.remove = remove.map(Self.change)
  }

  private static func change(
    _ body: @escaping @MainActor @Sendable (RouteTransition) throws -> Void
  ) -> Change {
    { transition, completion in
      do {
        try body(transition)
      } catch {
        return completion(error)
      }
      completion(nil)
    }
  }

  private static func change(
    _ body: @escaping @MainActor @Sendable (RouteTransition) async throws -> Void
  ) -> Change {
    { transition, completion in
      Task {
        do {
          try await body(transition)
        } catch {
          return completion(error)
        }
        completion(nil)
      }
    }
  }
}

@_documentation(visibility: internal)
extension Shows {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}

/// A presenter for a route with a `Shows` entry.
@MainActor
final class ShowingPresenter: RoutePresenter {
  private let entry: Shows

  init(_ entry: Shows) { self.entry = entry }

  func validate(_ transition: RouteTransition) throws(RouteError) {}

  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    entry.show(transition, completion)
  }

  func canRemove(_ transition: RouteTransition) -> Bool { entry.remove != nil }

  func views(leavingWith transition: RouteTransition) -> [RouteTransition] { [transition] }

  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    entry.remove?(transition, completion)
  }
}

extension CompiledRoute {
  /// Returns the presenter of a path, from the route or else the source, or nil if the source no longer exists.
  @MainActor
  func presenter(of path: RoutePath) -> (any RoutePresenter)? {
    guard let source = path.source else { return nil }
    return shows(path.kind).map { ShowingPresenter($0) } ?? source.routePresenter
  }

  /// Returns the entry that shows the view along a kind of path, or nil if the presenter does.
  func shows(_ kind: RoutePath.Kind) -> Shows? {
    declaration.features(Shows.self).first { $0.kinds.contains(kind) }
  }
}

/// An entry of a view's route that limits its kinds of path.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Supports(.push, .sheet)
///     }
///
/// Performing along another kind throws `unsupportedPath`. The path `makeDestination` is always possible.
public struct Supports: FeatureEntry, RouteEntry {
  let kinds: [RoutePath.Kind]

  /// Creates the entry.
  ///
  /// - Parameter kinds: The supported kinds.
  public init(_ kinds: RoutePath.Kind...) { self.kinds = kinds }
}

@_documentation(visibility: internal)
extension Supports {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}
