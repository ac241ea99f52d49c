/// A variant of an application, such as its previews, with its own declarations of some routes.
///
///     extension Profile {
///       static let kiosk = Profile("kiosk")
///     }
///
///     func kiosk() throws -> Registry {
///       try Registry(profile: .kiosk) { ShopModule() }
///     }
///
/// ``When`` declares the routes of a profile, and the registry's initializer picks one or several.
public struct Profile: Sendable, Hashable, CustomStringConvertible {
  /// The name of the profile.
  public let name: String

  /// Creates a profile, equal to any other one with its name.
  ///
  /// - Parameter name: The name of the profile.
  public init(_ name: String) { self.name = name }

  /// The profile of previews, which affect nothing outside of the program.
  public static let preview = Profile("preview")

  /// The name of the profile.
  public var description: String { name }
}
