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
    open.removeAll { entry in entry.location == nil || expected?.isInside(entry.scope) ?? false }
    guard !open.isEmpty else { return }
    _ = LifecycleWork.outside { reporting(.scopesStillOpen(open, in: self)) }
  }
}

extension OpenScope {
  /// Returns whether this scope is another one or inside it.
  fileprivate func isInside(_ other: OpenScope) -> Bool {
    self === other || outer.scope?.isInside(other) ?? false
  }
}
