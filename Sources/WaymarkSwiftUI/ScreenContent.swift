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
  /// Callers, observers, and leak detection get the model. A destination that is a SwiftUI view itself, or a view
  /// controller, needs no such entry. It's a `Wrapped` entry whose wrapper is a SwiftUI view; of several such
  /// entries, the first one counts.
  public struct Shown<Destination, Content: View> {
    let content: @MainActor (Destination) -> Content

    /// Creates the entry.
    ///
    /// - Parameter content: Returns the view of a destination; called each time the destination is shown.
    @preconcurrency
    public init(@ViewBuilder _ content: @escaping @MainActor (Destination) -> Content) {
      self.content = content
    }
  }

  extension RouteEntryBuilder {
    /// Draws the destination with a SwiftUI view.
    public static func buildExpression<Content: View>(
      _ entry: Shown<Destination, Content>
    ) -> RouteEntries<Destination, EntryContents.Shown> {
      buildExpression(Wrapped(entry.content))
    }
  }

  /// The content of an alert: its title, buttons, and message.
  ///
  /// A route that is shown along `alert` puts its destination into one:
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
  /// The alert is dismissed when one of its buttons is pressed. Without a button, SwiftUI adds one.
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

  /// What is drawn for a destination.
  @MainActor
  enum ScreenContent {
    case view(AnyView)
    case alert(AlertContent)

    /// Returns what is drawn for the view of a transition.
    ///
    /// - Throws: `destinationMismatch` if it can't be drawn.
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

    /// Returns a SwiftUI view for a view, a view controller, or a view of the toolkit below.
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
