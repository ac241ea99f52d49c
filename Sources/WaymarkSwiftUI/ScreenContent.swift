#if canImport(SwiftUI)
  public import SwiftUI
  public import Waymark
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// An entry of a view's route that draws its destination, such as a model, with a SwiftUI view.
  ///
  /// ```
  /// Route(NoteModel.init(store:)) {
  ///   View(.note)
  ///   Shown { NoteScreen(model: $0) }
  /// }
  /// ```
  ///
  /// Callers, observers, and leak detection receive the model. A destination that is a SwiftUI view or a view
  /// controller doesn't need this entry. It's a `Wrapped` entry with a SwiftUI view as its wrapper, and the first such
  /// entry counts.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  public struct Shown<Destination, Content: View> {
    let content: @MainActor (Destination) -> Content

    /// Creates the entry.
    ///
    /// - Parameter content: Returns the view of a destination, each time the destination is shown.
    public init(@ViewBuilder _ content: @escaping @MainActor (Destination) -> Content) {
      self.content = content
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension RouteEntryBuilder {
    /// Draws the destination with a SwiftUI view.
    @_disfavoredOverload
    public static func buildExpression<Content: View>(
      _ entry: Shown<Destination, Content>
    ) -> RouteEntries<Destination, EntryContents.Shown> {
      buildExpression(Wrapped(entry.content))
    }
  }

  /// The content of an alert: its title, buttons, and message.
  ///
  /// A route for the path `alert` wraps its destination in this type:
  ///
  /// ```
  /// Route(DeleteQuestion.init) {
  ///   View(.deleteQuestion)
  ///   Wrapped { question in
  ///     AlertContent("Delete the note?") {
  ///       Button("Delete", role: .destructive) { question.delete() }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Pressing one of its buttons dismisses the alert. Without a button, SwiftUI adds one.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  public struct AlertContent {
    /// The title.
    public let title: String
    let actions: AnyView
    let message: AnyView

    /// Creates the content of an alert.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - actions: Returns the buttons.
    ///   - message: Returns the message below the title.
    public init<Actions: View, Message: View>(
      _ title: String, @ViewBuilder actions: () -> Actions, @ViewBuilder message: () -> Message
    ) {
      self.title = title
      self.actions = AnyView(actions())
      self.message = AnyView(message())
    }

    /// Creates the content of an alert without a message.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - actions: Returns the buttons.
    public init<Actions: View>(_ title: String, @ViewBuilder actions: () -> Actions) {
      self.init(title, actions: actions) { EmptyView() }
    }
  }

  /// The content that SwiftUI draws for a destination.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  struct ScreenContent {
    /// The view, or nothing for an alert, which SwiftUI draws.
    let view: AnyView
    let alert: AlertContent?

    /// Creates the content for the view of a transition, or throws `destinationMismatch` if SwiftUI can't draw it.
    init(of view: Any, along kind: RoutePath.Kind) throws(RouteError) {
      if kind == .alert {
        guard let alert = view as? AlertContent else { throw .noAlert(view) }
        self.view = AnyView(EmptyView())
        self.alert = alert
      } else {
        guard let drawn = Self.draw(view) else { throw .noView(view) }
        self.view = drawn
        alert = nil
      }
    }

    /// Returns whether SwiftUI can draw an object or its alert.
    static func isDrawn(_ object: Any) -> Bool { object is AlertContent || draw(object) != nil }

    /// Returns a SwiftUI view for a view or a view controller.
    private static func draw(_ view: Any) -> AnyView? {
      if let view = view as? any View { return AnyView(view) }
      #if canImport(UIKit) || canImport(AppKit)
        if let controller = view as? ControllerView.Controller {
          return AnyView(ControllerView(controller: controller))
        }
      #endif
      return nil
    }
  }

  #if canImport(UIKit)
    /// A view controller, drawn as a SwiftUI view.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    private struct ControllerView: UIViewControllerRepresentable {
      typealias Controller = UIViewController
      let controller: UIViewController

      func makeUIViewController(context: Context) -> UIViewController { controller }
      func updateUIViewController(_ controller: UIViewController, context: Context) {}
    }
  #elseif canImport(AppKit)
    /// A view controller, drawn as a SwiftUI view.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    private struct ControllerView: NSViewControllerRepresentable {
      typealias Controller = NSViewController
      let controller: NSViewController

      func makeNSViewController(context: Context) -> NSViewController { controller }
      func updateNSViewController(_ controller: NSViewController, context: Context) {}
    }
  #endif
#endif
