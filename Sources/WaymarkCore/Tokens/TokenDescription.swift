public import WaymarkRuntime

/// A token without its static type, for declarations, look-ups, diagnostics, and errors.
@frozen
@usableFromInline
package struct TokenDescription: Hashable, Sendable, CustomStringConvertible {
  /// The address of the type's metadata, with the role in the lowest bits.
  ///
  /// Metadata records are aligned to at least eight bytes, so these bits are zero in an address.
  @usableFromInline let word: UInt
  /// The name of the token, or `none`.
  @usableFromInline package let name: KeyName

  @inlinable
  @inline(__always)
  init(_ type: Any.Type, _ role: TokenRole, _ name: KeyName = .none) {
    word = UInt(bitPattern: ObjectIdentifier(type)) | UInt(role.rawValue)
    self.name = name
  }

  @inlinable
  package init<Token: Routable>(_ token: Token) { self.init(Token.Requested.self, token.role, token.keyName) }

  package var type: Any.Type { Metadata(word: word & ~7).type }

  package var role: TokenRole { TokenRole(rawValue: UInt8(truncatingIfNeeded: word & 7)) ?? .services }

  var isNamed: Bool { !name.isNone }

  /// The token of the same type and role without a name.
  package var unnamed: TokenDescription { isNamed ? TokenDescription(type, role) : self }

  func with(_ type: Any.Type, _ role: TokenRole) -> TokenDescription { TokenDescription(type, role, name) }

  /// The token of the array that requests a collection.
  package var array: TokenDescription {
    func describe<Element>(_: Element.Type) -> TokenDescription {
      with([Element].self, role.kind == .view ? .view : .service)
    }
    return _openExistential(type, do: describe)
  }

  /// The token in messages: `Service(.clock)`, or `View<any EditorInput>` without a name.
  @usableFromInline
  @inline(never)
  package var description: String {
    name.text.map { "\(role.word)(.\($0))" } ?? "\(role.word)<\(TypeName.of(type))>"
  }

  /// The token as source text: `Service(.clock)`, or `View<any EditorInput>()` without a name.
  var expression: String { isNamed ? description : "\(description)()" }

  /// The token as an argument: `.clock`, or `Service<any Clock>()` without a name.
  @inline(never)
  package var argument: String { name.text.map { ".\($0)" } ?? expression }

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.word == right.word && left.name == right.name
  }

  /// A word that is the same for equal tokens, and unique without names.
  var hashWord: UInt { isNamed ? UInt(bitPattern: hashValue) : word }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(word)
    if isNamed { hasher.combine(name) }
  }
}

/// The role of a token: one of six kinds of tokens.
public enum TokenRole: UInt8, Sendable, Hashable, CaseIterable {
  /// The role of ``RoutableView``: a view.
  case view

  /// The role of ``RoutableService``: a service.
  case service

  /// The role of ``RoutableViewModule``: the configuration of a view's route.
  case viewModule

  /// The role of ``RoutableServiceModule``: the configuration of a service's route.
  case serviceModule

  /// The role of ``RoutableViews``: the views that modules contribute to a collection.
  case views

  /// The role of ``RoutableServices``: the services that modules contribute to a collection.
  case services

  /// The kind of the destination.
  public var kind: DestinationKind { rawValue.isMultiple(of: 2) ? .view : .service }

  /// Whether the token requests a configuration rather than a destination.
  public var isModule: Bool { self == .viewModule || self == .serviceModule }

  /// Whether the token requests a collection rather than one destination.
  public var isCollection: Bool { self == .views || self == .services }

  /// Whether the token requests one destination.
  var isDestination: Bool { self == .view || self == .service }

  /// The short name of the token's type: `View`.
  package var word: String {
    switch self {
    case .view: "View"
    case .service: "Service"
    case .viewModule: "ViewModule"
    case .serviceModule: "ServiceModule"
    case .views: "Views"
    case .services: "Services"
    }
  }
}

/// Names of types in Swift, for messages only, because creating one takes microseconds.
package enum TypeName {
  /// Returns a type as source text: `any EditorInput` for an existential, `[any EditorInput]` for an array.
  @inline(never)
  package static func of(_ type: Any.Type) -> String {
    if let array = array(type) { return array }
    let name = TypeNames.short(type)
    guard Metadata(of: type).kind == .existential, name != "Any", name != "AnyObject" else { return name }
    return "any \(name)"
  }

  private static func array(_ type: Any.Type) -> String? {
    let metadata = Metadata(of: type)
    guard metadata.kind == .struct, metadata.valueIdentity == Metadata(of: [Int].self).valueIdentity else {
      return nil
    }
    return "[\(of(metadata.valueArgument(0).type))]"
  }

  /// Returns the type without `any`, as in "conforms to EditorInput".
  static func bare(_ type: Any.Type) -> String { TypeNames.short(type) }

  /// Returns the type without `any`, after an indefinite article: `an Int`, `a URL`.
  package static func withArticle(_ type: Any.Type) -> String {
    let name = array(type) ?? bare(type)
    return "\(IndefiniteArticle.before(name)) \(name)"
  }
}

/// Names of types with their modules, equal in each run of the program.
package enum QualifiedName {
  package static func of(_ type: Any.Type) -> String {
    var name = TypeNames.qualified(type)
    // A private type's name contains an address that differs in each run.
    while let start = name.firstRange(of: "(unknown context at $"),
      let end = name[start.upperBound...].firstRange(of: ").")
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }
}

package enum IndefiniteArticle {
  /// Returns `an` before a vowel sound and `a` before any other sound.
  package static func before(_ name: String) -> String {
    let start = name.prefix(2)
    // The letters of an acronym are pronounced one by one: an XMLParser, an S3Client, a UInt.
    let isAcronym = start.count == 2 && !start.contains(where: \.isLowercase)
    let vowels = isAcronym ? "AEFHILMNORSX" : "AEIOaeio"
    return name.first.map(vowels.contains) == true ? "an" : "a"
  }
}
