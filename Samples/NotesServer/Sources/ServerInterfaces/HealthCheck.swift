import Waymark

/// A part of the application that can tell whether it works.
public protocol HealthCheck: Sendable {
  /// The name, as the administration page shows it.
  var name: String { get }
  /// Checks the part.
  ///
  /// - Returns: What's worth knowing, such as a number of notes.
  /// - Throws: Why it doesn't work.
  func check() async throws -> String
}

extension RoutableServices<any HealthCheck> {
  /// All parts that can be checked.
  public static var healthChecks: Self { declared() }
}
