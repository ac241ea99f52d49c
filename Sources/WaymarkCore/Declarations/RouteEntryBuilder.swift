/// A builder of a ``Route``'s entries: tokens, identifiers, lifetimes, requirements.
///
/// `if`, `if`/`else`, `switch`, `for`, and `#available` work as in any result builder. The compiler treats an entry
/// inside an `if` as if it were always there.
@resultBuilder
public enum RouteEntryBuilder<Destination> {}

@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// The entries of a block, with their contents.
  public typealias Entries<Contents> = RouteEntries<Destination, Contents>

  // MARK: - Entries

  // This function takes most entries. All others are disfavored, so that the compiler doesn't try them if this one
  // matches.

  /// Adds an entry that doesn't depend on the destination's type.
  ///
  /// It's inlinable so that a release build calls the getter of a token's type itself. Otherwise, the runtime would
  /// create the types and the conformances of all tokens.
  @inlinable
  public static func buildExpression<Entry: RouteEntry>(_ entry: Entry) -> Entries<Entry.Contents> {
    Entries(entry.value)
  }

  /// Provides the view through a closure.
  @_disfavoredOverload
  public static func buildExpression<Requested>(
    _ entry: ProvidedView<Destination, Requested>
  ) -> Entries<EntryContents.ViewToken> {
    Entries(entry.value)
  }

  /// Provides the service through a closure.
  @_disfavoredOverload
  public static func buildExpression<Requested>(
    _ entry: ProvidedService<Destination, Requested>
  ) -> Entries<EntryContents.ServiceToken> {
    Entries(entry.value)
  }

  // MARK: - Blocks

  /// Builds an empty block.
  public static func buildBlock() -> Entries<EntryContents.Neutral> { Entries() }

  /// Builds an `if` without `else`.
  public static func buildOptional<Contents>(_ entries: Entries<Contents>?) -> Entries<Contents> {
    entries ?? Entries()
  }

  /// Builds the first branch of an `if` or `switch`.
  public static func buildEither<First, Second>(first: Entries<First>) -> Entries<Joined<First, Second>> {
    Entries(first.values)
  }

  /// Builds another branch of an `if` or `switch`.
  public static func buildEither<First, Second>(second: Entries<Second>) -> Entries<Joined<First, Second>> {
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

/// An entry about the lifetime of an instance, which is safe to share or belongs to the main actor.
@_documentation(visibility: internal)
public protocol LifetimeEntry: Sendable {
  /// The mark of the entry if any number of threads can use the instance.
  associatedtype SafeContents = EntryContents.SafelyKept
  /// The mark of the entry if the instance belongs to the main actor.
  associatedtype UnsafeContents = EntryContents.UnsafelyKept

  /// The entry as data.
  var value: RouteEntryValue { get }
}

/// An entry that keeps an instance of any type, such as `Singleton`.
@_documentation(visibility: internal)
public protocol KeepingEntry: LifetimeEntry {}

/// An entry that shares an instance while something retains it, such as `WeaklyShared`.
@_documentation(visibility: internal)
public protocol SharingEntry: LifetimeEntry {}

@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// Keeps instances, for any number of threads.
  @_disfavoredOverload
  public static func buildExpression<Entry: KeepingEntry>(
    _ entry: Entry
  ) -> Entries<Entry.SafeContents> where Destination: Sendable {
    Entries(entry.value)
  }

  /// Keeps instances for the main actor, in a view's route only.
  @_disfavoredOverload
  public static func buildExpression<Entry: KeepingEntry>(_ entry: Entry) -> Entries<Entry.UnsafeContents> {
    Entries(entry.value)
  }

  /// Shares instances while something retains them, for any number of threads.
  @_disfavoredOverload
  public static func buildExpression<Entry: SharingEntry>(
    _ entry: Entry
  ) -> Entries<Entry.SafeContents> where Destination: AnyObject & Sendable {
    Entries(entry.value)
  }

  /// Shares instances for the main actor while something retains them, in a view's route only.
  @_disfavoredOverload
  public static func buildExpression<Entry: SharingEntry>(
    _ entry: Entry
  ) -> Entries<Entry.UnsafeContents> where Destination: AnyObject {
    Entries(entry.value)
  }

  /// Rejects the sharing of a value.
  @available(
    *, unavailable, message: "WeaklyShared() and Kept(by:) need a class or an actor: a value cannot be shared"
  )
  public static func buildExpression<Entry: SharingEntry>(_ entry: Entry) -> Entries<Entry.SafeContents> {
    Entries()
  }

  /// Rejects a closure that returns the destination itself, which doesn't conform.
  @available(
    *, unavailable,
    message:
      "the destination doesn't conform to the type of this token: conform it, or return a value that does from the closure of .as { … }"
  )
  @_disfavoredOverload
  public static func buildExpression<Other, Requested>(
    _ entry: ProvidedService<Other, Requested>
  ) -> Entries<EntryContents.ServiceToken> { Entries() }

  /// Rejects a closure that returns the destination itself, which doesn't conform.
  @available(
    *, unavailable,
    message:
      "the destination doesn't conform to the type of this token: conform it, or return a value that does from the closure of .as { … }"
  )
  @_disfavoredOverload
  public static func buildExpression<Other, Requested>(
    _ entry: ProvidedView<Other, Requested>
  ) -> Entries<EntryContents.ViewToken> { Entries() }

  /// Rejects an expression that isn't an entry.
  @available(
    *, unavailable,
    message:
      "this is not an entry of a route: write a token that the route provides, such as Service(…), a lifetime, such as Singleton(), or another entry. The closure of .as { … } returns a value of the token's type"
  )
  @_disfavoredOverload
  public static func buildExpression<Value>(_ value: Value) -> Entries<EntryContents.Neutral> { Entries() }
}
