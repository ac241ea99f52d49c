import WaymarkRuntime

/// An entry of a route's block, such as a token, an identifier, or a lifetime.
///
/// All entries are types of Waymark. The protocol is public so that ``RouteEntryBuilder`` can accept them.
@_documentation(visibility: internal)
public protocol RouteEntry: Sendable {
  /// The mark of the entry for the compiler, by default the mark of an entry that fits in every route.
  associatedtype Contents = EntryContents.Neutral

  /// The entry as data.
  @_documentation(visibility: internal)
  var value: RouteEntryValue { get }
}

/// The data of one entry of a route.
@_documentation(visibility: internal)
public struct RouteEntryValue: Sendable {
  /// The data, small because blocks copy it.
  enum Kind: Sendable {
    case binding(Binding)
    /// The tokens of ``Takes``, which decide about parameters before the declaration exists.
    case takes([TokenDescription])
    /// Any other entry, as a function that adds it.
    case other(@Sendable (inout RouteDeclaration.Entries) -> Void)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  init(_ add: @escaping @Sendable (inout RouteDeclaration.Entries) -> Void) { kind = .other(add) }

  /// Creates the binding of a token, with a destination that compilation checks for conformance.
  init(providing type: Any.Type, _ role: TokenRole, _ name: KeyName) {
    kind = .binding(Binding(TokenDescription(type, role, name)))
  }

  package init(feature: any FeatureEntry) { self.init { $0.features.append(feature) } }
}

/// An entry for a part of the library that comes after the declarations.
package protocol FeatureEntry: Sendable {
  /// The names that the entry gives to its route.
  var names: [RouteName] { get }
  /// The rules to run if a route has such an entry.
  static var rules: [any CompilationRule.Type] { get }
  /// Returns a problem that only a run of the route's closures shows, in a dry run, or nil.
  @MainActor func dryRun(of route: CompiledRoute) -> Diagnostic?
}

extension FeatureEntry {
  package var names: [RouteName] { [] }
  package static var rules: [any CompilationRule.Type] { [] }
  package func dryRun(of route: CompiledRoute) -> Diagnostic? { nil }
}

/// A name of a route besides its tokens.
package struct RouteName: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case identifier
    case url
    case fallback
  }

  package let kind: Kind
  /// The name in a form for comparison.
  package let key: String
  /// The name as source text.
  package let text: String

  package init(kind: Kind, key: String, text: String) {
    self.kind = kind
    self.key = key
    self.text = text
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.key.utf8.elementsEqual(right.key.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    for byte in key.utf8 { hasher.combine(byte) }
  }

  /// The entry as source text: `Identifier("editor")`.
  var declaration: String {
    switch kind {
    case .identifier: "Identifier(\"\(text)\")"
    case .url: "URLPattern(\"\(text)\")"
    case .fallback: text
    }
  }

  static func identifier(_ name: String) -> RouteName { RouteName(kind: .identifier, key: name, text: name) }
}

/// The entries of one route, as ``RouteEntryBuilder`` collects them.
///
/// - `Destination`: the destination type of the route.
/// - `Contents`: the joined marks of the entries, which the compiler checks (see `EntryContents`).
@_documentation(visibility: internal)
public struct RouteEntries<Destination, Contents>: Sendable {
  package let values: InlineList<RouteEntryValue>

  package init(_ values: InlineList<RouteEntryValue> = InlineList()) { self.values = values }

  @usableFromInline
  init(_ value: RouteEntryValue) { values = InlineList(value) }
}

/// The contents of a route's entries, as types that the compiler checks.
///
/// Each entry has a mark, and a block of entries joins the marks of its entries. The initializers of ``Route`` require
/// the protocols below, so that an invalid route doesn't compile. The protocols state the **absence** of entries ("no
/// service among these"), because a join of marks can state that: it conforms to a protocol if all its parts do.
@_documentation(visibility: internal)
public enum EntryContents {
  /// An entry that's neither a token nor a lifetime.
  public enum Neutral: ViewCompatible, ServiceCompatible, Configurable {}
  /// A token of a view.
  public enum ViewToken: ViewRouteContents, Configurable {}
  /// An entry about the presentation of a view.
  public enum Shown: ViewRouteContents, Configurable {}
  /// A token of a service.
  public enum ServiceToken: ServiceRouteContents, Configurable {}
  /// A lifetime of `Sendable` instances.
  public enum SafelyKept: ViewCompatible, ServiceCompatible {}
  /// A lifetime of instances that belong to the main actor.
  public enum UnsafelyKept: ViewCompatible, ServiceLike {}
  /// A lifetime for configured routes, of instances that belong to the main actor.
  public enum UnsafelyShared: ViewCompatible, ServiceLike, Configurable {}
  /// The contents of a block with a mistake, for the compiler's error.
  public enum Unreadable {}
  /// The contents of two parts of a block, which can be joined from others.
  ///
  /// It isn't generic over a pack of parts, because such types need iOS 17 and macOS 14.
  public enum Joined<First, Second> {}

  /// Contents without entries of services.
  public protocol ViewCompatible {}
  /// Contents that make a route a view's.
  public protocol ViewRouteContents: ViewCompatible {}
  /// Contents without entries of views, except that kept instances can be unsafe to share.
  public protocol ServiceLike {}
  /// Contents without entries of views.
  public protocol ServiceCompatible: ServiceLike {}
  /// Contents that make a route a service's.
  public protocol ServiceRouteContents: ServiceCompatible {}
  /// Contents without a lifetime, so that each caller's instance has its own configuration.
  public protocol Configurable {}
}

extension EntryContents.Joined: EntryContents.ViewCompatible, EntryContents.ViewRouteContents
where First: EntryContents.ViewCompatible, Second: EntryContents.ViewCompatible {}
extension EntryContents.Joined: EntryContents.ServiceLike
where First: EntryContents.ServiceLike, Second: EntryContents.ServiceLike {}
extension EntryContents.Joined: EntryContents.ServiceCompatible, EntryContents.ServiceRouteContents
where First: EntryContents.ServiceCompatible, Second: EntryContents.ServiceCompatible {}
extension EntryContents.Joined: EntryContents.Configurable
where First: EntryContents.Configurable, Second: EntryContents.Configurable {}
