import WaymarkRuntime

/// A list of open scopes in the order of their opening, from which each one can be removed in constant time.
///
/// It's the list of an open scope, or of a root. The lock that guards the list also guards the positions of its scopes.
struct ScopeList {
  struct Entry {
    let scope: OpenScope
    /// The source location of the opening, or nil for the scope of an extension.
    let location: DeclarationLocation?
  }

  /// The scopes at their positions, with gaps for the removed ones.
  private var places: [Entry?] = []
  private var count = 0

  var entries: [Entry] { places.compactMap(\.self) }

  mutating func add(_ scope: OpenScope, openedAt location: DeclarationLocation?) {
    if places.count > 2 * count + 8 {
      places = entries
      for position in places.indices { places[position]?.scope.position = Int32(position) }
    }
    scope.position = Int32(places.count)
    places.append(Entry(scope: scope, location: location))
    count += 1
  }

  /// Removes a scope, if the list contains it.
  mutating func remove(_ scope: OpenScope) {
    let position = Int(scope.position)
    guard position < places.count, places[position]?.scope === scope else { return }
    count -= 1
    if position == places.count - 1 { places.removeLast() } else { places[position] = nil }
    if count == 0 { places.removeAll(keepingCapacity: true) }
  }

  /// Removes all scopes and returns them, the latest one first.
  mutating func removeAll() -> [OpenScope] {
    defer { self = ScopeList() }
    return places.reversed().compactMap { $0?.scope }
  }
}

extension Registry {
  /// The open scopes of this root and of the extensions that share its instances, without the scopes inside them.
  ///
  /// Only a registry with instances to stop and with declarations of ``ReportsErrors`` records them, because opening a
  /// scope takes a lock for that.
  var openScopes: Lock<ScopeList>? { attachmentsReference?.read { $0.openScopes } }
}
