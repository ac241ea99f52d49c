/// An entry of a route's block: a token, an identifier, a lifetime, and the like.
///
/// The entries are Waymark's own types; the protocol is public so that ``RouteEntryBuilder`` can take them.
@_documentation(visibility: internal)
public protocol RouteEntry: Sendable {
  /// What the compiler has to know of the entry.
  associatedtype Contents

  /// The entry as data, for a route that makes a `Destination`.
  func value<Destination>(for destination: Destination.Type) -> RouteEntryValue
}

/// One entry of a route as data.
@_documentation(visibility: internal)
public struct RouteEntryValue: Sendable {
  enum Kind: Sendable {
    case binding(Binding)
    case identifier(String)
    case exclusive
    case lifetime(Lifetime)
    case requires([TokenDescription])
    case accepts(Accepts)
    case entryPoint
    /// An entry that a later stage knows what to do with.
    case feature(any FeatureEntry)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  @usableFromInline
  init(_ binding: Binding) { kind = .binding(binding) }
}

/// An entry that's kept as it is, for a part of the library that comes after the declarations.
protocol FeatureEntry: Sendable {
  /// The names by which the entry lets its route be found.
  var names: [RouteName] { get }
}

extension FeatureEntry {
  var names: [RouteName] { [] }
}

/// A name by which a route is found besides its tokens.
struct RouteName: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case identifier
    case url
  }

  let kind: Kind
  /// What's compared.
  let key: String
  /// What was written.
  let text: String

  static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.key.utf8.elementsEqual(right.key.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    for byte in key.utf8 { hasher.combine(byte) }
  }

  static func identifier(_ name: String) -> RouteName { RouteName(kind: .identifier, key: name, text: name) }
}
