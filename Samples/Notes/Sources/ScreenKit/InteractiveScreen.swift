/// A screen that a user walks through with keys.
@MainActor
public protocol InteractiveScreen: Screen {
  /// What stands in the title bar.
  var title: String { get }

  /// The keys that the screen understands, the most important first.
  var hints: [KeyHint] { get }

  /// Whether leaving the screen would lose something.
  var isEdited: Bool { get }

  /// Draws the screen.
  ///
  /// - Parameter size: The room there is; more lines than that are scrolled.
  func draw(in size: ScreenSize) -> Drawing

  /// Does what a key means.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - window: Where the screen is, and from where it shows other screens.
  /// - Returns: Whether the key means anything here; escape, if it does not, removes the screen.
  /// - Throws: What could not be done, which the window says.
  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool

  /// The screen has the keys, for the first time or again.
  ///
  /// - Throws: What could not be done, which the window says.
  func becameActive() throws
}

extension InteractiveScreen {
  /// Nothing can be lost.
  public var isEdited: Bool { false }

  /// Nothing has to be done.
  public func becameActive() {}
}
