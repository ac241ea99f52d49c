/// A key of the registry's table: the identity of a requested type, and a role.
///
/// One machine word: metadata records are aligned to at least eight bytes, which leaves the lowest bits of
/// their address for the role.
@usableFromInline
struct TokenKey: Hashable, Sendable {
  @usableFromInline let word: UInt

  @inlinable
  init(_ type: Any.Type, _ role: TokenRole) {
    word = UInt(bitPattern: ObjectIdentifier(type)) | UInt(role.rawValue)
  }
}

extension Routable {
  static var key: TokenKey { TokenKey(Requested.self, role) }
}
