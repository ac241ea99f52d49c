/// The entries of one route, as ``RouteEntryBuilder`` collects them.
///
/// - `Destination`: what the route makes.
/// - `Contents`: what the entries are, for the compiler (see ``EntryContents``).
public struct RouteEntries<Destination, Contents>: Sendable {
  let entries: [RouteEntry]

  init(_ entries: [RouteEntry] = []) { self.entries = entries }
}
