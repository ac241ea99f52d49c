public import WaymarkRuntime

/// Builds the entries of a ``Route``: tokens, identifiers, lifetimes, requirements.
///
/// `if`, `if`/`else`, `switch`, `for` and `#available` work as in any result builder. An entry inside `if`
/// counts for the compiler as if it were always there.
@resultBuilder
public enum RouteEntryBuilder<Destination> {
  /// The entries with contents of one kind.
  public typealias Entries<Contents> = RouteEntries<Destination, Contents>
  /// The contents of two blocks together.
  public typealias Joined<First, Second> = EntryContents.Joined<First, Second>

  // MARK: - Tokens

  /// The destination is provided as this protocol; whether it conforms is checked in compilation.
  @inlinable
  public static func buildExpression<Requested>(
    _ token: RoutableView<Requested>
  ) -> Entries<EntryContents.ViewToken> {
    provided(.view, Conversion<Destination, Requested>.byConformance)
  }

  /// The destination is provided as this protocol; whether it conforms is checked in compilation.
  @inlinable
  public static func buildExpression<Requested>(
    _ token: RoutableService<Requested>
  ) -> Entries<EntryContents.ServiceToken> {
    provided(.service, Conversion<Destination, Requested>.byConformance)
  }

  /// The destination is provided as this protocol, through a closure.
  @inlinable
  public static func buildExpression<Requested>(
    _ entry: ProvidedView<Destination, Requested>
  ) -> Entries<EntryContents.ViewToken> {
    // Only called through the doors of a view's route, which are bound to the main actor.
    provided(.view, Conversion.byClosure(MainActorErasure.erase(taking: entry.convert)))
  }

  /// The destination is provided as this protocol, through a closure.
  @inlinable
  public static func buildExpression<Requested>(
    _ entry: ProvidedService<Destination, Requested>
  ) -> Entries<EntryContents.ServiceToken> {
    provided(.service, Conversion.byClosure(entry.convert))
  }

  @usableFromInline
  static func provided<Requested, Contents>(
    _ role: TokenRole, _ conversion: Conversion<Destination, Requested>
  ) -> Entries<Contents> {
    Entries([.provides(Provision(TokenDescription(Requested.self, role), conversion))])
  }

  /// The route's configuration is reached as this protocol.
  public static func buildExpression<Requested>(
    _ token: RoutableViewModule<Requested>
  ) -> Entries<EntryContents.ViewToken> {
    Entries([
      .configured(ModuleProvision(TokenDescription(RoutableViewModule<Requested>.self), Requested.self))
    ])
  }

  /// The route's configuration is reached as this protocol.
  public static func buildExpression<Requested>(
    _ token: RoutableServiceModule<Requested>
  ) -> Entries<EntryContents.ServiceToken> {
    Entries([
      .configured(ModuleProvision(TokenDescription(RoutableServiceModule<Requested>.self), Requested.self))
    ])
  }

  // MARK: - Other entries

  /// The route can be found by a string.
  public static func buildExpression(_ entry: Identifier) -> Entries<EntryContents.Neutral> {
    Entries([.identifier(entry.name)])
  }

  /// The route can be found by a matching URL.
  public static func buildExpression(_ entry: URLPattern) -> Entries<EntryContents.Neutral> {
    Entries([.url(entry)])
  }

  /// No other route may make this destination.
  public static func buildExpression(_ entry: Exclusive) -> Entries<EntryContents.Neutral> {
    Entries([.exclusive])
  }

  /// What the route needs.
  public static func buildExpression(_ entry: Requires) -> Entries<EntryContents.Neutral> {
    Entries([.requires(entry.tokens)])
  }

  /// A warning or note about the route is meant to be so.
  public static func buildExpression(_ entry: Accepts) -> Entries<EntryContents.Neutral> {
    Entries([.accepts(entry)])
  }

  /// The application itself asks for the route.
  public static func buildExpression(_ entry: EntryPoint) -> Entries<EntryContents.Neutral> {
    Entries([.entryPoint])
  }

  /// The kinds of path along which the view can be shown.
  public static func buildExpression(_ entry: Supports) -> Entries<EntryContents.Shown> {
    Entries([.supports(entry.kinds)])
  }

  /// A closure hears what happens to the view.
  public static func buildExpression(_ entry: Observes) -> Entries<EntryContents.Shown> {
    Entries([.observes(entry)])
  }

  /// A closure decides whether the view may be shown.
  public static func buildExpression(_ entry: Intercepts) -> Entries<EntryContents.Shown> {
    Entries([.intercepts(entry)])
  }

  /// One instance for each registry, for any number of threads.
  public static func buildExpression(
    _ entry: Singleton
  ) -> Entries<EntryContents.SafelyKept> where Destination: Sendable {
    Entries([.lifetime(.singleton, { StrongInstance<Destination>() })])
  }

  /// One instance for each registry, for one thread: in a view's route only.
  public static func buildExpression(_ entry: Singleton) -> Entries<EntryContents.UnsafelyKept> {
    Entries([.lifetime(.singleton, { StrongInstance<Destination>() })])
  }

  /// One instance as long as somebody holds it, for any number of threads.
  public static func buildExpression(
    _ entry: WeaklyShared
  ) -> Entries<EntryContents.SafelyKept> where Destination: AnyObject & Sendable {
    Entries([.lifetime(.weaklyShared, { WeakInstance<Destination>() })])
  }

  /// One instance as long as somebody holds it, for one thread: in a view's route only.
  public static func buildExpression(
    _ entry: WeaklyShared
  ) -> Entries<EntryContents.UnsafelyKept> where Destination: AnyObject {
    Entries([.lifetime(.weaklyShared, { WeakInstance<Destination>() })])
  }

  /// A value cannot be shared.
  @available(*, unavailable, message: "WeaklyShared() needs a class or an actor: a value cannot be shared")
  public static func buildExpression(_ entry: WeaklyShared) -> Entries<EntryContents.SafelyKept> { Entries() }

  // MARK: - Blocks

  /// No entries.
  public static func buildBlock() -> Entries<EntryContents.Neutral> { Entries() }

  /// The first entry of a block.
  public static func buildPartialBlock<Contents>(first: Entries<Contents>) -> Entries<Contents> { first }

  /// One more entry.
  public static func buildPartialBlock<First, Second>(
    accumulated: Entries<First>, next: Entries<Second>
  ) -> Entries<Joined<First, Second>> {
    Entries(accumulated.entries + next.entries)
  }

  /// One more entry that the compiler need not know about.
  public static func buildPartialBlock<Contents>(
    accumulated: Entries<Contents>, next: Entries<EntryContents.Neutral>
  ) -> Entries<Contents> {
    Entries(accumulated.entries + next.entries)
  }

  /// An `if` without `else`.
  public static func buildOptional<Contents>(_ entries: Entries<Contents>?) -> Entries<Contents> {
    entries ?? Entries()
  }

  /// The first branch.
  public static func buildEither<First, Second>(
    first: Entries<First>
  ) -> Entries<Joined<First, Second>> {
    Entries(first.entries)
  }

  /// The second branch.
  public static func buildEither<First, Second>(
    second: Entries<Second>
  ) -> Entries<Joined<First, Second>> {
    Entries(second.entries)
  }

  /// A loop.
  public static func buildArray<Contents>(_ entries: [Entries<Contents>]) -> Entries<Contents> {
    Entries(entries.flatMap(\.entries))
  }

  /// A branch under `#available`.
  public static func buildLimitedAvailability<Contents>(_ entries: Entries<Contents>) -> Entries<Contents> {
    entries
  }
}
