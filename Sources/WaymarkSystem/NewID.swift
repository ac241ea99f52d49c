#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WaymarkCore

/// A source of new identifiers, as a dependency that a test controls.
///
///     struct Journal: Sendable {
///       let newID: NewID
///       func entry(_ text: String) -> Entry { Entry(id: newID(), text: text) }
///     }
///
/// ``SystemModule`` provides random identifiers. A test overrides `.newUUID`.
public struct NewID: Sendable {
  private let make: @Sendable () -> UUID

  /// Creates a source of identifiers.
  ///
  /// - Parameter make: Returns an identifier that it hasn't returned before.
  public init(_ make: @escaping @Sendable () -> UUID) { self.make = make }

  /// Returns a new identifier.
  ///
  ///     let id = newID()
  public func callAsFunction() -> UUID { make() }
}

extension RoutableService<NewID> {
  /// New identifiers.
  public static var newUUID: Self { declared() }
}
