import WaymarkRuntime

/// A list of open scopes, from which each one can be removed in constant time.
///
/// The lock of the list also guards the positions of its scopes.
struct ScopeList {
  struct Entry {
    let scope: OpenScope
    /// The number of scopes that were added earlier.
    let ordinal: Int
    /// The source location of the opening, or nil for the scope of an extension.
    let location: DeclarationLocation?
  }

  private(set) var entries: [Entry] = []
  private var added = 0

  mutating func add(_ scope: OpenScope, openedAt location: DeclarationLocation?) {
    scope.position = Int32(entries.count)
    entries.append(Entry(scope: scope, ordinal: added, location: location))
    added += 1
  }

  /// Removes a scope, if the list contains it.
  mutating func remove(_ scope: OpenScope) {
    let position = Int(scope.position)
    guard position < entries.count, entries[position].scope === scope else { return }
    entries.swapAt(position, entries.count - 1)
    entries[position].scope.position = scope.position
    entries.removeLast()
  }

  /// Removes and returns all scopes, in any order.
  mutating func removeAll() -> [Entry] {
    guard !entries.isEmpty else { return [] }
    defer { entries = [] }
    return entries
  }
}

/// The open scopes of a root and its extensions that aren't inside another scope.
///
/// Only a registry with instances to stop and with declarations of ``ReportsErrors`` records them, because opening a
/// scope takes a lock for that.
final class OpenScopes: Sendable {
  private let list = Lock(ScopeList())

  var entries: [ScopeList.Entry] { list.withLock(\.entries) }

  func add(_ scope: OpenScope, openedAt location: DeclarationLocation) {
    list.withLock { $0.add(scope, openedAt: location) }
  }

  func remove(_ scope: OpenScope) { list.withLock { $0.remove(scope) } }
}

extension Registry {
  /// The open scopes of this root and of the extensions that share its instances, if recorded.
  var openScopes: OpenScopes? { attachmentsReference?.read { $0.openScopes } }

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
    let own = openScopes?.entries.filter { entry in
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

extension RouteError {
  /// Creates the report about scopes that are open after a stop of the registry.
  fileprivate static func scopesStillOpen(_ scopes: [ScopeList.Entry], in registry: Registry) -> RouteError {
    var counts: [String: Int] = [:]
    for entry in scopes {
      let name = [entry.scope.name, entry.location.map { "(\($0))" }].compactMap(\.self).joined(
        separator: " ")
      counts[name, default: 0] += 1
    }
    let names = counts.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
    let place = registry.scope.map { "the registry of a \($0.name)" } ?? place(registry)
    return here(
      .scopeStillOpen,
      "\(place) was stopped, but scopes that can use the stopped instances are open: "
        + names.joined(separator: ", "),
      remedy:
        "close the scopes before: finish withScope(_:operation:) and closing(_:), and call close() after opening(_:)\n"
        + "call closeAll() of a ScopeCache before, for example in Stopping of a route that provides the cache"
    )
  }
}
