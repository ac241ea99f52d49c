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
  /// The data, the size of a pointer because blocks copy it.
  enum Kind: Sendable {
    case binding(Binding)
    indirect case identifier(String)
    case exclusive
    case lifetime(Lifetime)
    case scope(any RouteScope.Type)
    case key(ConfigurationKey)
    case requires([TokenDescription])
    case takes([TokenDescription])
    indirect case accepts(Accepts)
    case entryPoint
    case contribution(Contribution)
    indirect case lifecycle(LifecycleEntry)
    /// An entry for a later stage.
    indirect case feature(any FeatureEntry)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  package init(feature: any FeatureEntry) { kind = .feature(feature) }
}

/// An entry for a part of the library that comes after the declarations.
package protocol FeatureEntry: Sendable {
  /// The names that the entry gives to its route.
  var names: [RouteName] { get }
}

extension FeatureEntry {
  package var names: [RouteName] { [] }
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
  package var values: InlineList<RouteEntryValue>

  package init(_ values: InlineList<RouteEntryValue> = InlineList()) { self.values = values }
}

/// The contents of a route's entries, as types that the compiler checks.
///
/// Each entry has a mark, and a block of entries joins the marks of its entries. The initializers of ``Route`` require
/// the protocols below, so that an invalid route doesn't compile. The protocols state the **absence** of entries ("no
/// service among these"), because a join of two marks can state that: it conforms to a protocol if both sides do.
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
  /// The contents of both sides.
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

/// A builder of a ``Route``'s entries: tokens, identifiers, lifetimes, requirements.
///
/// `if`, `if`/`else`, `switch`, `for`, and `#available` work as in any result builder. The compiler treats an entry
/// inside an `if` as if it were always there.
@resultBuilder
public enum RouteEntryBuilder<Destination> {
  /// The entries of a block, with their contents.
  @_documentation(visibility: internal)
  public typealias Entries<Contents> = RouteEntries<Destination, Contents>

  // MARK: - Entries

  /// Adds an entry that doesn't depend on the destination's type.
  public static func buildExpression<Entry: RouteEntry>(_ entry: Entry) -> Entries<Entry.Contents> {
    Entries(InlineList(entry.value))
  }

  /// Provides the view through a closure.
  public static func buildExpression<Requested>(
    _ entry: ProvidedView<Destination, Requested>
  ) -> Entries<EntryContents.ViewToken> {
    Entries(InlineList(entry.value))
  }

  /// Provides the service through a closure.
  public static func buildExpression<Requested>(
    _ entry: ProvidedService<Destination, Requested>
  ) -> Entries<EntryContents.ServiceToken> {
    Entries(InlineList(entry.value))
  }

  // MARK: - Blocks

  /// Builds an empty block.
  public static func buildBlock() -> Entries<EntryContents.Neutral> { Entries() }

  /// Begins a block.
  public static func buildPartialBlock<Contents>(first: Entries<Contents>) -> Entries<Contents> { first }

  /// Adds an entry to a block.
  public static func buildPartialBlock<First, Second>(
    accumulated: Entries<First>, next: Entries<Second>
  ) -> Entries<EntryContents.Joined<First, Second>> {
    Entries(accumulated.values.adding(next.values))
  }

  /// Adds an entry that the compiler doesn't check.
  public static func buildPartialBlock<Contents>(
    accumulated: Entries<Contents>, next: Entries<EntryContents.Neutral>
  ) -> Entries<Contents> {
    Entries(accumulated.values.adding(next.values))
  }

  /// Builds an `if` without `else`.
  public static func buildOptional<Contents>(_ entries: Entries<Contents>?) -> Entries<Contents> {
    entries ?? Entries()
  }

  /// Builds the first branch of an `if` or `switch`.
  public static func buildEither<First, Second>(first: Entries<First>) -> Entries<
    EntryContents.Joined<First, Second>
  > {
    Entries(first.values)
  }

  /// Builds another branch of an `if` or `switch`.
  public static func buildEither<First, Second>(second: Entries<Second>) -> Entries<
    EntryContents.Joined<First, Second>
  > {
    Entries(second.values)
  }

  /// Builds a loop.
  public static func buildArray<Contents>(_ entries: [Entries<Contents>]) -> Entries<Contents> {
    Entries(InlineList(entries.flatMap(\.values)))
  }

  /// Builds a branch under `#available`.
  public static func buildLimitedAvailability<Contents>(_ entries: Entries<Contents>) -> Entries<Contents> {
    entries
  }
}

// The builder takes these entries through protocols, with one function for each protocol, so that the compiler has few
// functions to choose from. Entries with closures that take the destination have their own functions, which tell the
// compiler the type of the closure's parameter before it reads the closure.

/// An entry that keeps an instance of any type, such as `Singleton`.
@_documentation(visibility: internal)
public protocol KeepingEntry: Sendable {
  /// The mark of the entry if any number of threads can use the instance.
  associatedtype SafeContents
  /// The mark of the entry if the instance belongs to the main actor.
  associatedtype UnsafeContents

  /// Returns the entry as data.
  func entries<Destination, Contents>() -> RouteEntries<Destination, Contents>
}

/// An entry that shares an instance while something retains it, such as `WeaklyShared`.
@_documentation(visibility: internal)
public protocol SharingEntry: Sendable {
  /// The mark of the entry if any number of threads can use the instance.
  associatedtype SafeContents
  /// The mark of the entry if the instance belongs to the main actor.
  associatedtype UnsafeContents

  /// Returns the entry as data.
  func entries<Destination, Contents>() -> RouteEntries<Destination, Contents>
}

extension RouteEntryBuilder {
  /// Keeps instances, for any number of threads.
  public static func buildExpression<Entry: KeepingEntry>(
    _ entry: Entry
  ) -> Entries<Entry.SafeContents> where Destination: Sendable {
    entry.entries()
  }

  /// Keeps instances for the main actor, in a view's route only.
  public static func buildExpression<Entry: KeepingEntry>(_ entry: Entry) -> Entries<Entry.UnsafeContents> {
    entry.entries()
  }

  /// Shares instances while something retains them, for any number of threads.
  public static func buildExpression<Entry: SharingEntry>(
    _ entry: Entry
  ) -> Entries<Entry.SafeContents> where Destination: AnyObject & Sendable {
    entry.entries()
  }

  /// Shares instances for the main actor while something retains them, in a view's route only.
  public static func buildExpression<Entry: SharingEntry>(
    _ entry: Entry
  ) -> Entries<Entry.UnsafeContents> where Destination: AnyObject {
    entry.entries()
  }

  /// Rejects the sharing of a value.
  @available(
    *, unavailable, message: "WeaklyShared() and Kept(by:) need a class or an actor: a value cannot be shared"
  )
  public static func buildExpression<Entry: SharingEntry>(_ entry: Entry) -> Entries<Entry.SafeContents> {
    Entries()
  }

  /// Rejects an expression that isn't an entry.
  @available(
    *, unavailable,
    message:
      "this is not an entry of a route: write a token that the route provides, such as Service(…), a lifetime, such as Singleton(), or another entry"
  )
  @_disfavoredOverload
  public static func buildExpression<Value>(_ value: Value) -> Entries<EntryContents.Neutral> { Entries() }
}
