package import WaymarkCore

// Routes of instances that the root or a scope keeps, with the operations of their starts and stops. A busy machine
// can take longer for an operation than the usual limit of ten seconds.

/// The work of an instance at its start or its stop.
package typealias InstanceWork<Made> = @concurrent @Sendable (Made) async throws -> Void

/// The entry, besides `Starting` and requests, that creates an instance.
package enum CreationWay { case plain, eager, onDemand }

/// The entries of a route with an instance that the root or a scope keeps.
@RouteEntryBuilder<Made>
package func entries<Made: Sendable, Requested>(
  _ token: RoutableService<Requested>, _ way: CreationWay, _ scope: any RouteScope.Type, _ taking: Takes?,
  _ requiring: [Requires], _ startLimit: Duration?, _ starting: InstanceWork<Made>?, _ stopLimit: Duration,
  _ stopping: InstanceWork<Made>?, _ outcome: Stopping<Made>? = nil
) -> RouteEntries<Made, some EntryContents.ServiceRouteContents> {
  if let taking { taking }
  token
  Scoped(to: scope)
  for requirement in requiring { requirement }
  if way == .eager { Eager() }
  if way == .onDemand { OnDemand() }
  if let starting { Starting(within: startLimit, starting) }
  if let stopping { Stopping(within: stopLimit, stopping) }
  if let outcome { outcome }
}

/// A route with an instance that the root or a scope keeps, with its operations.
package func live<Made: Sendable, Requested>(
  _ make: @escaping @Sendable () throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, requiring: Requires? = nil,
  startLimit: Duration? = nil, starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(300),
  stopping: InstanceWork<Made>? = nil, outcome: Stopping<Made>? = nil, fileID: StaticString = #fileID,
  line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(
      token, way, scope, nil, requiring.map { [$0] } ?? [], startLimit, starting, stopLimit, stopping, outcome
    )
  }
}

package func live<Needed, Made: Sendable, Requested>(
  _ make: @escaping @Sendable (Needed) throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, taking: Takes? = nil,
  requiring: Requires? = nil, starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(300),
  stopping: InstanceWork<Made>? = nil, outcome: Stopping<Made>? = nil, fileID: StaticString = #fileID,
  line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(
      token, way, scope, taking, requiring.map { [$0] } ?? [], nil, starting, stopLimit, stopping, outcome)
  }
}

@_disfavoredOverload
package func live<Made: Sendable, Requested>(
  _ make: @escaping @concurrent @Sendable () async throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, requiring: Requires? = nil,
  startLimit: Duration? = nil, starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(300),
  stopping: InstanceWork<Made>? = nil, outcome: Stopping<Made>? = nil, fileID: StaticString = #fileID,
  line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(
      token, way, scope, nil, requiring.map { [$0] } ?? [], startLimit, starting, stopLimit, stopping, outcome
    )
  }
}

@_disfavoredOverload
package func live<Needed, Made: Sendable, Requested>(
  _ make: @escaping @concurrent @Sendable (Needed) async throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, taking: Takes? = nil,
  requiring: Requires? = nil, starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(300),
  stopping: InstanceWork<Made>? = nil, outcome: Stopping<Made>? = nil, fileID: StaticString = #fileID,
  line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(
      token, way, scope, taking, requiring.map { [$0] } ?? [], nil, starting, stopLimit, stopping, outcome)
  }
}

extension Journal {
  /// An operation of an instance that only writes a line.
  package func writing<Made>(_ line: String) -> InstanceWork<Made> { { _ in self.write(line) } }

  /// A `Stopping` entry that writes the outcome after a name, and fails or not.
  package func outcome<Made>(of name: String, isFailing: Bool = false) -> Stopping<Made> {
    Stopping { _, outcome in
      switch outcome {
      case .finished: self.write("\(name): finished")
      case .failed(let error as RouteError): self.write("\(name): \(error.code)")
      case .failed(let error): self.write("\(name): \(error)")
      }
      if isFailing { throw Mistake() }
    }
  }
}
