#if canImport(SwiftUI)
  public import SwiftUI
  public import Waymark

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
  public struct Shown<Destination, Content: View> {
    let content: @MainActor (Destination) -> Content

    /// Creates the entry.
    ///
    /// - Parameter content: Returns the view of a destination, each time the destination is shown.
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
#endif
