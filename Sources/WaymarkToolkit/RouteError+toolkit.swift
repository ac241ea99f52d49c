package import Waymark

// The errors of showing and removing view controllers that the toolkits have in common.
extension RouteError {
  /// Returns the name of an object's class.
  package static func name(_ object: Any) -> String { String(describing: type(of: object)) }

  package static func unsupported(
    _ kind: RoutePath.Kind, by toolkit: String, supported: [RoutePath.Kind]
  ) -> RouteError {
    RouteError(
      .unsupportedPath,
      "\(toolkit) has no path \(kind.name), only \(supported.map(\.name).joined(separator: ", "))",
      remedy: "use one of these\nadd Shows(along: .\(kind.name)) to the route")
  }

  package static func sourceGone() -> RouteError {
    RouteError(
      .actionFailed, "the source was deallocated",
      remedy: "retain the source while something is shown from it")
  }

  package static func notASource(_ source: Any, _ kind: RoutePath.Kind, use wanted: String) -> RouteError {
    RouteError(
      .invalidSource, "\(name(source)) cannot be the source along \(kind.name)", remedy: "use \(wanted)")
  }

  package static func notInWindow(_ source: AnyObject, _ kind: RoutePath.Kind, awaiting function: String)
    -> RouteError
  {
    RouteError(
      .invalidSource,
      "the view of \(name(source)) is not in a window, so nothing can be shown along \(kind.name)",
      remedy: "wait for \(function)\nuse the controller that is visible")
  }

  package static func notInside(_ container: AnyObject) -> RouteError {
    RouteError(
      .invalidSource, "the view for the child is not inside the view of \(name(container))",
      remedy: "use the container's view or one of its subviews")
  }

  package static func noStoryboard(_ source: AnyObject, use paths: String) -> RouteError {
    RouteError(
      .invalidSource, "\(name(source)) was not made by a storyboard, so it has no segues",
      remedy: "use \(paths)")
  }

  package static func segueNotPrepared(_ identifier: String, _ source: AnyObject) -> RouteError {
    RouteError(
      .segueNotPerformed,
      "\(name(source)) performed the segue '\(identifier)' without preparing its destination",
      remedy: "call Router.prepare(for:sender:) in its prepare(for:sender:)")
  }

  @MainActor
  package static func notShowable(
    _ transition: RouteTransition, asController controller: String, orView view: String
  ) -> RouteError {
    let kind = transition.path.kind
    let wanted = kind == .addSubview ? view : controller
    return RouteError(
      .destinationMismatch,
      "\(name(transition.view)) is not \(wanted), so it cannot be shown along \(kind.name)",
      remedy: "use another path\nput it into one with Wrapped")
  }

  package static func noTab(
    _ name: String, in names: [String], of controller: String, remedy: String
  ) -> RouteError {
    let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
    return RouteError(
      .unsupportedPath, "the \(controller) has no tab '\(name)': \(known)", remedy: remedy)
  }
}
