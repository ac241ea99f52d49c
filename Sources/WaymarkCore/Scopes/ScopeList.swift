import WaymarkRuntime

/// A list of open scopes, from which each one can be removed in constant time.
///
/// It's the list of an open scope, or of a root. The lock that guards the list also guards the positions of its scopes.
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
    defer { entries = [] }
    return entries
  }
}

extension Registry {
  /// The open scopes of this root and of the extensions that share its instances, without the scopes inside them.
  ///
  /// Only a registry with instances to stop and with declarations of ``ReportsErrors`` records them, because opening a
  /// scope takes a lock for that.
  var openScopes: Lock<ScopeList>? { attachmentsReference?.read { $0.openScopes } }
}
