// The builder takes these entries through protocols, one function for each protocol, so that the compiler has few
// functions to choose from. Entries with closures that take the destination have functions of their own, which tell the
// compiler the type of the closure's parameter before it reads the closure.

/// An entry that keeps an instance of any type, such as `Singleton`.
@_documentation(visibility: internal)
public protocol KeepingEntry: Sendable {
  /// The mark of the entry if the instance can be used by any number of threads.
  associatedtype SafeContents
  /// The mark of the entry if the instance can be used on the main actor only.
  associatedtype UnsafeContents

  /// Returns the entry as data.
  func entries<Destination, Contents>() -> RouteEntries<Destination, Contents>
}

/// An entry that shares an instance while something retains it, such as `WeaklyShared`.
@_documentation(visibility: internal)
public protocol SharingEntry: Sendable {
  /// The mark of the entry if the instance can be used by any number of threads.
  associatedtype SafeContents
  /// The mark of the entry if the instance can be used on the main actor only.
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

  /// Keeps instances, for the main actor: in a view's route only.
  public static func buildExpression<Entry: KeepingEntry>(_ entry: Entry) -> Entries<Entry.UnsafeContents> {
    entry.entries()
  }

  /// Shares instances while something retains them, for any number of threads.
  public static func buildExpression<Entry: SharingEntry>(
    _ entry: Entry
  ) -> Entries<Entry.SafeContents> where Destination: AnyObject & Sendable {
    entry.entries()
  }

  /// Shares instances while something retains them, for the main actor: in a view's route only.
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

  /// Rejects what isn't an entry.
  @available(
    *, unavailable,
    message:
      "this is not an entry of a route: write what the route provides, such as Service(…), how long it is kept, such as Singleton(), or another entry"
  )
  @_disfavoredOverload
  public static func buildExpression<Value>(_ value: Value) -> Entries<EntryContents.Neutral> { Entries() }
}
