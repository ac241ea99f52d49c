package import WaymarkCore

// Routes of services in one line each.

/// A route of a service with another entry than a lifetime.
package func service<Made, Requested, Entry: RouteEntry>(
  _ make: @escaping @Sendable () throws -> Made, _ token: RoutableService<Requested>, _ entry: Entry,
  fileID: StaticString = #fileID, line: Int = #line
) -> Route where Entry.Contents == EntryContents.Neutral {
  Route(make, fileID: fileID, line: line) {
    token
    entry
  }
}

/// A route of a service with a dependency, and with another entry than a lifetime.
package func service<Needed, Made, Requested, Entry: RouteEntry>(
  _ make: @escaping @Sendable (Needed) throws -> Made, _ token: RoutableService<Requested>, _ entry: Entry,
  fileID: StaticString = #fileID, line: Int = #line
) -> Route where Entry.Contents == EntryContents.Neutral {
  Route(make, fileID: fileID, line: line) {
    token
    entry
  }
}

/// A route of a service with two dependencies, and with another entry than a lifetime.
package func service<First, Second, Made, Requested, Entry: RouteEntry>(
  _ make: @escaping @Sendable (First, Second) throws -> Made, _ token: RoutableService<Requested>,
  _ entry: Entry, fileID: StaticString = #fileID, line: Int = #line
) -> Route where Entry.Contents == EntryContents.Neutral {
  Route(make, fileID: fileID, line: line) {
    token
    entry
  }
}

/// A route of a service that is shared while something retains it.
package func shared<Made: AnyObject & Sendable, Requested>(
  _ make: @escaping @Sendable () throws -> Made, _ token: RoutableService<Requested>,
  fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    token
    WeaklyShared()
  }
}
