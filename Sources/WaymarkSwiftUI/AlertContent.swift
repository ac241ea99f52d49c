#if canImport(SwiftUI)
  public import SwiftUI

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
#endif
