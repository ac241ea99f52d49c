/// A view of the terminal: it draws itself as lines of text.
@MainActor
public protocol Screen: AnyObject {
  /// The lines of the screen.
  ///
  /// - Parameter width: The number of columns, as the limit of each line.
  func render(width: Int) -> [String]
}
