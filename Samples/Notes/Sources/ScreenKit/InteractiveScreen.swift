/// A screen that a user walks through with keys.
@MainActor
public protocol InteractiveScreen: Screen {
  /// The text of the title bar.
  var title: String { get }

  /// The keys that the screen understands, the most important first.
  var hints: [KeyHint] { get }

  /// Whether leaving the screen would lose something.
  var isEdited: Bool { get }

  /// Draws the screen.
  ///
  /// - Parameter size: The available room. Additional lines scroll.
  func draw(in size: ScreenSize) -> Drawing

  /// Performs the action of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - window: Where the screen is, and from where it shows other screens.
  /// - Returns: Whether the key has an action here. Without one, the escape key removes the screen.
  /// - Throws: An error that the window shows to the user.
  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool

  /// The screen has the keys, for the first time or again.
  ///
  /// - Throws: An error that the window shows to the user.
  func becameActive() throws
}

extension InteractiveScreen {
  /// Nothing can be lost.
  public var isEdited: Bool { false }

  /// Nothing has to be done.
  public func becameActive() {}
}
