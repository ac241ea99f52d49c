public import WaymarkRuntime

/// A key of the registry's table: the identity of a requested type with its name, and a role.
///
/// One machine word: metadata records and those of names are aligned to at least eight bytes, which leaves the lowest
/// bits of their address for the role.
@usableFromInline
package struct TokenKey: Hashable, Sendable {
  @usableFromInline let word: UInt

  /// Creates the key of a type without a name.
  @inlinable
  init(_ type: Any.Type, _ role: TokenRole) {
    word = UInt(bitPattern: ObjectIdentifier(type)) | UInt(role.rawValue)
  }

  /// Creates the key of a type with a name, if there's one.
  @usableFromInline
  init(_ type: Any.Type, _ role: TokenRole, _ name: KeyName) {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    word = (name.isNone ? type : NamedWords.word(of: type, name)) | UInt(role.rawValue)
  }

  var role: TokenRole {
    switch word & 7 {
    case 0: .view
    case 1: .service
    case 2: .viewModule
    case 3: .serviceModule
    case 4: .views
    default: .services
    }
  }
}

extension Routable {
  /// The key of the token.
  var key: TokenKey { TokenKey(Requested.self, role, keyName) }
}
