#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import Waymark
  import WaymarkToolkit

  // The errors that name AppKit's classes.
  extension RouteError {
    static func notASource(_ source: Any, _ kind: RoutePath.Kind) -> RouteError {
      notASource(
        source, kind,
        use: kind == .segue || kind == .addChild
          ? "a view controller" : "a view controller, a view, or a window that has one")
    }

    @MainActor
    static func notShowable(_ transition: RouteTransition) -> RouteError {
      let kind = transition.path.kind
      return notShowable(
        transition.view, kind, as: kind == .addSubview ? "an NSView" : "an NSViewController")
    }

    static func noTab(_ name: String, in names: [String]) -> RouteError {
      noTab(
        name, in: names, of: "tab view controller",
        remedy: "use a String as the identifier of the tab's NSTabViewItem")
    }
  }
#endif
