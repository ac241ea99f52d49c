import WaymarkRuntime

extension Registry {
  /// The open scopes of this root and of the extensions that share its instances, without the scopes inside them.
  ///
  /// Only a registry with instances to stop and with declarations of ``ReportsErrors`` records them, because opening a
  /// scope takes a lock for that.
  var openScopes: Lock<ScopeList>? { attachmentsReference?.read { $0.openScopes } }

  /// Reports the scopes that are open after a stop, because their instances and operations can use stopped instances.
  ///
  /// The stop of an extension reports the scopes in the extension, and then its base reports only its own.
  ///
  /// - Parameter expected: A scope that the caller closes later, as well as its outer scopes.
  func reportOpenScopes(after reason: Lifecycle.StopReason, except expected: OpenScope?) {
    guard reason == .request || reason == .endOfExtension, !handlers(ReportsErrors.self).isEmpty else {
      return
    }
    var open: [ScopeList.Entry] = []
    func add(_ entries: [ScopeList.Entry]) {
      for entry in entries where !entry.scope.isClosed {
        open.append(entry)
        add(entry.scope.inner)
      }
    }
    let own = openScopes?.withLock(\.entries).filter { entry in
      reason == .request
        ? entry.scope.outer.uses(self) : entry.scope.outer.ownLifecycle === ownLifecycle
    }
    add(scope.map(\.inner) ?? own ?? [])
    open.removeAll { entry in entry.location == nil || expected?.isInside(entry.scope) ?? false }
    guard !open.isEmpty else { return }
    _ = InstanceWork.outside { reporting(.scopesStillOpen(open, in: self)) }
  }

  /// Returns whether this root, or one of its bases, has the lifecycle of another root.
  private func uses(_ other: Registry) -> Bool {
    ownLifecycle === other.ownLifecycle || base?.uses(other) ?? false
  }
}

extension OpenScope {
  /// Returns whether this scope is another one or inside it.
  fileprivate func isInside(_ other: OpenScope) -> Bool {
    self === other || outer.scope?.isInside(other) ?? false
  }
}
