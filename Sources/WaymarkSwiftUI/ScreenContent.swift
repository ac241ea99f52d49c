#if canImport(SwiftUI)
  import SwiftUI
  import Waymark
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// The content that SwiftUI draws for a destination.
  @MainActor
  enum ScreenContent {
    case view(AnyView)
    case alert(AlertContent)

    /// Creates the content for the view of a transition, or throws `destinationMismatch` if SwiftUI can't draw it.
    init(of view: Any, along kind: RoutePath.Kind) throws(RouteError) {
      if kind == .alert {
        guard let alert = view as? AlertContent else { throw .noAlert(view) }
        self = .alert(alert)
      } else {
        guard let drawn = Self.draw(view) else { throw .noView(view) }
        self = .view(drawn)
      }
    }

    /// The view, or nothing for an alert, which SwiftUI draws.
    var view: AnyView {
      switch self {
      case .view(let view): view
      case .alert: AnyView(EmptyView())
      }
    }

    /// Returns a SwiftUI view for a view or a view controller.
    private static func draw(_ view: Any) -> AnyView? {
      if let view = view as? any View { return AnyView(view) }
      #if canImport(UIKit)
        if let controller = view as? UIViewController {
          return AnyView(ControllerView(controller: controller))
        }
      #elseif canImport(AppKit)
        if let controller = view as? NSViewController {
          return AnyView(ControllerView(controller: controller))
        }
      #endif
      return nil
    }
  }

  #if canImport(UIKit)
    /// A view controller, drawn as a SwiftUI view.
    private struct ControllerView: UIViewControllerRepresentable {
      let controller: UIViewController

      func makeUIViewController(context: Context) -> UIViewController { controller }
      func updateUIViewController(_ controller: UIViewController, context: Context) {}
    }
  #elseif canImport(AppKit)
    /// A view controller, drawn as a SwiftUI view.
    private struct ControllerView: NSViewControllerRepresentable {
      let controller: NSViewController

      func makeNSViewController(context: Context) -> NSViewController { controller }
      func updateNSViewController(_ controller: NSViewController, context: Context) {}
    }
  #endif
#endif
