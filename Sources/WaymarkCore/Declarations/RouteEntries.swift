/// The entries of one route, as ``RouteEntryBuilder`` collects them.
///
/// - `Destination`: the type that the route makes.
/// - `Contents`: the joined marks of the entries, which the compiler checks (see `EntryContents`).
@_documentation(visibility: internal)
public struct RouteEntries<Destination, Contents>: Sendable {
  @usableFromInline package var values: InlineList<RouteEntryValue>

  @usableFromInline
  package init(_ values: InlineList<RouteEntryValue> = InlineList()) { self.values = values }

  @inlinable
  init(_ binding: Binding) { values = InlineList(RouteEntryValue(binding)) }

  @usableFromInline
  init<First, Second>(_ first: RouteEntries<Destination, First>, _ second: RouteEntries<Destination, Second>)
  {
    values = first.values
    values.append(contentsOf: second.values)
  }
}
