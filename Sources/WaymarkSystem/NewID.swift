#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WaymarkCore
import WaymarkRuntime

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

extension NewID {
  /// Returns a source that always returns the same identifier.
  ///
  /// - Parameter id: The identifier.
  public static func constant(_ id: UUID) -> NewID { NewID { id } }

  /// A source that counts: `00000000-0000-0000-0000-000000000000`, and so on in hexadecimal digits.
  ///
  /// Each use of the property begins to count anew.
  public static var incrementing: NewID {
    let count = Lock(UInt64(0))
    return NewID {
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return UUID(high: 0, low: number)
    }
  }

  /// Returns a source of random identifiers, which are the same for the same seed.
  ///
  /// - Parameter seed: The seed.
  public static func seeded(_ seed: UInt64) -> NewID {
    let numbers = Lock(RandomNumbers.seeded(seed))
    return NewID {
      let (high, low) = numbers.withLock { ($0.next(), $0.next()) }
      // The bits say that the identifier is a random one: version 4, variant 1.
      return UUID(high: high & ~0xF000 | 0x4000, low: low & ~(0b11 << 62) | 0b10 << 62)
    }
  }
}

extension UUID {
  /// Creates an identifier from its halves.
  fileprivate init(high: UInt64, low: UInt64) {
    func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: half >> (56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4),
        byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
