import WaymarkRuntime

extension Registry {
  /// Reports the scopes that are open after a stop, because their instances and operations can use stopped instances.
  ///
  /// The stop of an extension reports the scopes in the extension, and then its base reports only its own.
  ///
  /// - Parameter expected: A scope that the caller closes later, as well as its outer scopes.
  func reportOpenScopes(except expected: OpenScope?) {
    guard !handlers(ReportsErrors.self).isEmpty else { return }
    var open: [ScopeList.Entry] = []
    func add(_ entries: [ScopeList.Entry]) {
      for entry in entries where !entry.scope.isClosed {
        open.append(entry)
        add(entry.scope.inner)
      }
    }
    let own = openScopes?.withLock(\.entries).filter { $0.scope.outer.ownLifecycle === ownLifecycle }
    add(scope.map(\.inner) ?? own ?? [])
    let expected = expected?.enclosing ?? []
    open.removeAll { entry in entry.location == nil || expected.contains { $0 === entry.scope } }
    guard !open.isEmpty else { return }
    _ = LifecycleWork.outside { reporting(.scopesStillOpen(open, in: self)) }
  }
}

extension RouteError {
  /// Creates the report about scopes that are open after a stop of the registry.
  fileprivate static func scopesStillOpen(_ scopes: [ScopeList.Entry], in registry: Registry) -> RouteError {
    var counts: [String: Int] = [:]
    for entry in scopes {
      counts[entry.scope.name + (entry.location.map { " (\($0))" } ?? ""), default: 0] += 1
    }
    let names = counts.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
    return here(
      .scopeStillOpen,
      "\(registry.placeOfLifecycle) was stopped, but scopes that can use the stopped instances are open: "
        + names.joined(separator: ", "),
      remedy:
        "close the scopes before: finish withScope(_:operation:) and closing(_:), and call close() after opening(_:)\n"
        + "call closeAll() of a ScopeCache before, for example in Stopping of a route that provides the cache"
    )
  }
}
