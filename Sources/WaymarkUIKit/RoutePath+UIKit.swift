#if canImport(UIKit)
  public import UIKit
  public import Waymark

  extension RoutePath.Kind {
    /// A storyboard segue, which creates and shows the view.
    public static let segue = Self("segue")
    /// A separate window for the view.
    public static let window = Self("window")
  }

  extension RoutePath {
    /// Returns a path that presents the view controller in a modal style, and with a custom transition.
    ///
    /// - Parameters:
    ///   - source: The view controller, view, or window scene that presents it.
    ///   - style: The modal style.
    ///   - transition: The object that animates the presentation, retained until the view is removed.
    public static func present(
      from source: any RouteSource, style: UIModalPresentationStyle,
      transition: (any UIViewControllerTransitioningDelegate)? = nil
    ) -> Self {
      .custom(.present, from: source, details: PathDetails.presentation(style, transition))
    }

    /// Returns a path that presents the view controller with a custom transition, in the style `custom`.
    ///
    /// - Parameters:
    ///   - source: The view controller, view, or window scene that presents it.
    ///   - transition: The object that animates the presentation, retained until the view is removed.
    public static func present(
      from source: any RouteSource, transition: any UIViewControllerTransitioningDelegate
    ) -> Self {
      .present(from: source, style: .custom, transition: transition)
    }

    #if !os(tvOS)
      /// Returns a path that shows the view controller in a popover.
      ///
      /// - Parameters:
      ///   - source: The source. Without a configuration, the popover points at its view.
      ///   - configure: Sets the target of the popover.
      public static func popover(
        from source: any RouteSource,
        configure: @escaping @MainActor (UIPopoverPresentationController) -> Void
      ) -> Self {
        .custom(.popover, from: source, details: PathDetails.popover(configure))
      }

      /// Returns a path that shows the view controller as a sheet.
      ///
      /// - Parameters:
      ///   - source: The source.
      ///   - configure: Sets the sizes and the appearance of the sheet.
      public static func sheet(
        from source: any RouteSource, configure: @escaping @MainActor (UISheetPresentationController) -> Void
      ) -> Self {
        .custom(.sheet, from: source, details: PathDetails.sheet(configure))
      }
    #endif

    /// Returns a path that shows the view controller as `show(_:sender:)` does.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - sender: The object that requested it.
    public static func show(from source: any RouteSource, sender: Any?) -> Self {
      .custom(.show, from: source, details: PathDetails.sender(sender))
    }

    /// Returns a path that shows the view controller as `showDetailViewController(_:sender:)` does.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - sender: The object that requested it.
    public static func showDetail(from source: any RouteSource, sender: Any?) -> Self {
      .custom(.showDetail, from: source, details: PathDetails.sender(sender))
    }

    /// Returns a path that adds the view controller to another one as a child.
    ///
    /// - Parameters:
    ///   - source: The container.
    ///   - view: The view, inside the container's view, that the child's view fills.
    public static func addChild(to source: any RouteSource, in view: UIView) -> Self {
      .custom(.addChild, from: source, details: PathDetails.container(view))
    }

    /// Returns a path that performs a segue of the source's storyboard, which creates the view controller.
    ///
    /// The source calls `Router.prepare(for:sender:)` in its `prepare(for:sender:)`.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the segue. UIKit raises an exception if the storyboard has no such segue.
    ///   - source: The view controller that has the segue.
    ///   - sender: The object that requested it.
    public static func segue(_ identifier: String, from source: any RouteSource, sender: Any? = nil) -> Self {
      .custom(.segue, from: source, details: PathDetails.segue(identifier, sender: sender))
    }

    /// Returns a path that shows the view controller in a separate window.
    ///
    /// - Parameters:
    ///   - scene: The scene of the window.
    ///   - configure: Sets properties of the window, such as its level, before it appears.
    public static func window(
      in scene: UIWindowScene, configure: @escaping @MainActor (UIWindow) -> Void = { _ in }
    ) -> Self {
      .custom(.window, from: scene, details: PathDetails.window(configure))
    }
  }

  /// The details of a UIKit path besides its kind and its source.
  enum PathDetails {
    case presentation(UIModalPresentationStyle, (any UIViewControllerTransitioningDelegate)?)
    #if !os(tvOS)
      case popover(@MainActor (UIPopoverPresentationController) -> Void)
      case sheet(@MainActor (UISheetPresentationController) -> Void)
    #endif
    case sender(Any?)
    case container(UIView)
    case segue(String, sender: Any?)
    case window(@MainActor (UIWindow) -> Void)
  }
#endif
