import ServerInterfaces
import Waymark

/// An entry of the menu that's on every page.
public struct MenuItem: Sendable {
  /// The text.
  public let title: String
  /// The link.
  public let link: String
  /// Whether only administrators see the entry.
  public let isForAdministrators: Bool

  /// Creates the entry.
  public init(title: String, link: String, isForAdministrators: Bool = false) {
    self.title = title
    self.link = link
    self.isForAdministrators = isForAdministrators
  }
}

extension RoutableServices<MenuItem> {
  /// The entries of the menu, which modules contribute.
  public static var menuItems: Self { declared() }
}
