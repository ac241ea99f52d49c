import ScreenKit
import Waymark

/// Shows and removes screens of a terminal.
///
/// It keeps the shown screens, in layers. ``WindowDrawing`` draws them.
@MainActor
final class TerminalPresenter: RoutePresenter {
  /// The layers, none of them empty, the lowest first.
  private(set) var layers: [Layer] = []
  /// Called when something else is shown.
  var onChange: @MainActor () -> Void = {}
  /// Called with the error of a screen that was shown again.
  var onError: @MainActor (any Error) -> Void = { _ in }

  private static let kinds: [RoutePath.Kind] = [.push, .show, .present, .popover, .addChild]

  /// The screen that has the keys.
  var active: Pane? { layers.last?.panes.last }

  /// All screens, the lowest first.
  var panes: [Pane] { layers.flatMap(\.panes).flatMap { [$0] + $0.children } }

  // MARK: - RoutePresenter

  func validate(_ transition: RouteTransition) throws(RouteError) {
    let kind = transition.path.kind
    guard Self.kinds.contains(kind) else {
      throw RouteError(
        .unsupportedPath, "a terminal cannot show anything along '\(kind)'",
        remedy: "use \(Self.kinds.map { "'\($0)'" }.joined(separator: ", "))")
    }
    guard kind != .addChild || active != nil else {
      throw RouteError(
        .actionFailed, "there is no screen yet to which a child could be added",
        remedy: "show a screen along 'push' first")
    }
  }

  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    // The user can have closed the screens while interceptors decided.
    do throws(RouteError) { try validate(transition) } catch { return completion(error) }
    guard let screen = transition.view as? any Screen else {
      return completion(NotAScreen(destination: "\(type(of: transition.view))"))
    }
    let pane = Pane(screen, transition)
    switch transition.path.kind {
    case .addChild: active?.children.append(pane)
    case .present where !layers.isEmpty: layers.append(Layer(kind: .pane, panes: [pane]))
    case .popover where !layers.isEmpty: layers.append(Layer(kind: .box, panes: [pane]))
    default: push(pane)
    }
    completion(nil)
    if pane === active { activate() }
    onChange()
  }

  /// A proxy of an adapter can be a screen that shows less than the screen inside of it.
  func isView(_ object: Any) -> Bool { object is any Screen }

  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    remove({ $0.transition == transition }, telling: false)
    completion(nil)
  }

  func holder(of destination: Any) -> String? {
    panes.contains { $0.screen === destination as AnyObject } ? "the terminal still shows it" : nil
  }

  // MARK: - Actions of the user

  /// Removes the screen that has the keys, as the user does with the escape key.
  ///
  /// - Returns: Whether there was a screen to remove. The first one stays.
  func dismiss() -> Bool {
    guard let active, canDismiss else { return false }
    remove({ $0 === active }, telling: true)
    return true
  }

  /// Whether there is a screen to remove, besides the first one.
  var canDismiss: Bool { layers.count > 1 || layers.first.map { $0.panes.count > 1 } == true }

  // MARK: -

  private func activate() {
    do { try active?.interactive?.becameActive() } catch { onError(error) }
  }

  private func push(_ pane: Pane) {
    if layers.isEmpty {
      layers = [Layer(kind: .window, panes: [pane])]
    } else {
      layers[layers.count - 1].panes.append(pane)
    }
  }

  /// Removes a screen, and with it all that is shown above it.
  private func remove(_ isWanted: (Pane) -> Bool, telling: Bool) {
    let before = active
    defer {
      if active !== before { activate() }
      onChange()
    }
    for parent in layers.flatMap(\.panes) {
      guard let index = parent.children.firstIndex(where: isWanted) else { continue }
      let child = parent.children.remove(at: index)
      return telling ? child.tellRemoved() : child.children.forEach { $0.tellRemoved() }
    }
    guard let layer = layers.lastIndex(where: { $0.panes.contains(where: isWanted) }),
      let index = layers[layer].panes.lastIndex(where: isWanted)
    else { return }
    let gone = Array(layers[layer].panes[index...]) + layers[(layer + 1)...].flatMap(\.panes)
    layers[layer].panes.removeSubrange(index...)
    layers.removeSubrange((layer + (layers[layer].panes.isEmpty ? 0 : 1))...)
    for pane in gone.dropFirst().reversed() { pane.tellRemoved() }
    if telling { gone[0].tellRemoved() } else { gone[0].children.forEach { $0.tellRemoved() } }
  }
}

/// Something that draws nothing was asked to be shown.
struct NotAScreen: Error, CustomStringConvertible {
  let destination: String
  var description: String { "\(destination) is not a Screen; conform it to Screen" }
}
