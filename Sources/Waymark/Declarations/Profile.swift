/// A variant of an application, such as its previews, for which some routes are declared differently.
///
///     extension Profile {
///       static let kiosk = Profile("kiosk")
///     }
///
///     func kiosk() throws -> Registry {
///       try Registry(profile: .kiosk) { ShopModule() }
///     }
///
/// ``When`` declares the routes of a profile, and the registry's initializer picks one.
public struct Profile: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name of the profile.
  public let name: String

  /// Creates a profile, which is the same as any other one with its name.
  ///
  /// - Parameter name: The name of the profile.
  public init(_ name: String) { self.name = name }

  /// The profile of previews, in which nothing reaches beyond the program.
  public static let preview = Profile("preview")

  /// The name of the profile.
  public var description: String { name }
}
