#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark

  // Errors in showing and removing view controllers.
  extension RouteError {
    private static func name(_ object: Any) -> String { String(describing: type(of: object)) }

    static func unsupported(_ kind: RoutePath.Kind, supported: [RoutePath.Kind]) -> RouteError {
      RouteError(
        .unsupportedPath,
        "AppKit has no path \(kind.name); it has \(supported.map(\.name).joined(separator: ", "))",
        remedy: "use one of these, or add Shows(along: .\(kind.name)) to the route")
    }

    static func sourceGone() -> RouteError {
      RouteError(
        .actionFailed, "the source was deallocated",
        remedy: "retain the source while something is shown from it")
    }

    static func notASource(_ source: Any, _ kind: RoutePath.Kind) -> RouteError {
      RouteError(
        .invalidSource, "\(name(source)) cannot be the source along \(kind.name)",
        remedy: kind == .segue || kind == .addChild
          ? "use a view controller" : "use a view controller, a view, or a window that has one")
    }

    static func notInWindow(_ source: NSViewController, _ kind: RoutePath.Kind) -> RouteError {
      RouteError(
        .invalidSource,
        "the view of \(name(source)) is not in a window, so nothing can be shown along \(kind.name)",
        remedy: "wait for viewDidAppear(), or use the controller that is visible")
    }

    static func notInside(_ container: NSViewController) -> RouteError {
      RouteError(
        .invalidSource, "the view for the child is not inside the view of \(name(container))",
        remedy: "use the container's view or one of its subviews")
    }

    static func noStoryboard(_ source: NSViewController) -> RouteError {
      RouteError(
        .invalidSource, "\(name(source)) was not made by a storyboard, so it has no segues",
        remedy: "use .sheet or .window")
    }

    static func notShowable(_ view: Any, _ kind: RoutePath.Kind) -> RouteError {
      let wanted = kind == .addSubview ? "an NSView" : "an NSViewController"
      return RouteError(
        .destinationMismatch, "\(name(view)) is not \(wanted), so it cannot be shown along \(kind.name)",
        remedy: "use another path, or put it into one with Wrapped")
    }

    static func noTab(_ name: String, in names: [String]) -> RouteError {
      let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
      return RouteError(
        .unsupportedPath, "the tab view controller has no tab '\(name)'; \(known)",
        remedy: "use a String as the identifier of the tab's NSTabViewItem")
    }

    static func segueNotPrepared(_ identifier: String, _ source: NSViewController) -> RouteError {
      RouteError(
        .segueNotPerformed,
        "\(name(source)) performed the segue '\(identifier)' without preparing its destination",
        remedy: "call Router.prepare(for:sender:) in its prepare(for:sender:)")
    }
  }
#endif
