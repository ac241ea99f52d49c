#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI
  public import Waymark
  // Public only because a public class conforms to one of its package protocols.
  public import WaymarkToolkit

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Sets the source from which the view and its content show screens: the `routeSource` of the environment.
    ///
    /// - Parameter source: The source, such as a view controller. The environment doesn't retain it.
    public func routeSource(_ source: any RouteSource) -> some View {
      environment(\.heldSource, HeldSource(source: source))
    }
  }

  /// A source that something else retains.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  struct HeldSource: Sendable, EnvironmentKey {
    static let defaultValue: HeldSource? = nil

    weak let source: (any RouteSource)?
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension EnvironmentValues {
    /// The source for showing other screens from the view: the view controller or the window that shows the view.
    ///
    /// ```
    /// @Environment(\.routeSource) private var source
    /// ```
    ///
    /// In a ``RouteHostingController``, it's the controller. In a ``RouteStack``, it's the window, as `routeWindow` is.
    /// A view that uses it works in both.
    public var routeSource: any RouteSource { heldSource?.source ?? routeWindow }

    var heldSource: HeldSource? {
      get { self[HeldSource.self] }
      set { self[HeldSource.self] = newValue }
    }
  }

  #if canImport(UIKit) || canImport(AppKit)
    /// Returns the view of a controller, from which it shows other screens, and which can remove it.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor
    private func hostedView(
      _ content: some View, in controller: any LeavingController, _ leaving: LeaveState
    ) -> AnyView {
      let leave = LeaveAction(leaving) { [weak controller] in controller?.leave?() }
      let view = content.environment(\.leaveRoute, leave)
      // A product for UIKit or AppKit makes controllers sources.
      guard let source = controller as? any RouteSource else { return AnyView(view) }
      return AnyView(view.routeSource(source))
    }
  #endif

  #if canImport(UIKit)
    /// A view controller with a SwiftUI view that can show other screens.
    ///
    /// ```
    /// Route(NoteModel.init(store:)) {
    ///   View(.note)
    ///   Wrapped { RouteHostingController(rootView: NoteScreen(model: $0)) }
    /// }
    /// ```
    ///
    /// The controller is the `routeSource` in the environment of its view, so the view shows other screens as a view
    /// controller does. Its `leaveRoute` asks the route, and the route of each ``RouteView`` in the view, and removes
    /// the controller. This needs the product `WaymarkUIKit`.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    public final class RouteHostingController: UIHostingController<AnyView>, LeavingController {
      package var leave: (@MainActor () -> Void)?
      private let leaving = LeaveState()
      package var parts: [RouteTransition] { leaving.parts }

      /// Creates a controller.
      ///
      /// - Parameter rootView: The view.
      public init<Content: View>(rootView: Content) {
        super.init(rootView: AnyView(rootView))
        self.rootView = hostedView(rootView, in: self, leaving)
      }

      /// Returns nil, because the view isn't in an archive.
      @available(*, unavailable)
      public required init?(coder: NSCoder) { nil }
    }
  #elseif canImport(AppKit)
    /// A view controller with a SwiftUI view that can show other screens.
    ///
    /// The controller is the `routeSource` in the environment of its view, so the view shows other screens as a view
    /// controller does. Its `leaveRoute` asks the route, and the route of each ``RouteView`` in the view, and removes
    /// the controller. This needs the product `WaymarkAppKit`.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    public final class RouteHostingController: NSHostingController<AnyView>, LeavingController {
      package var leave: (@MainActor () -> Void)?
      private let leaving = LeaveState()
      package var parts: [RouteTransition] { leaving.parts }

      /// Creates a controller.
      ///
      /// - Parameter rootView: The view.
      public init<Content: View>(rootView: Content) {
        super.init(rootView: AnyView(rootView))
        self.rootView = hostedView(rootView, in: self, leaving)
      }

      /// Returns nil, because the view isn't in an archive.
      @available(*, unavailable)
      public required init?(coder: NSCoder) { nil }
    }
  #endif
#endif
