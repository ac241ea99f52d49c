import WaymarkRuntime

/// The registry or scope with the instances to start.
struct InstanceOwner {
  private let scope: ObjectIdentifier?
  /// The indices of the slots that belong neither to the base nor to an extension.
  private let slots: Range<Int>

  init(_ registry: Registry) {
    scope = registry.scope?.identity
    func count(_ image: RegistryImage) -> Int {
      registry.scope.map { image.slotCount(of: $0.type) } ?? image.instanceSlotCount
    }
    let first = registry.base.map { count($0.image) } ?? 0
    slots = first..<max(first, count(registry.image))
  }

  /// Returns whether the owner keeps the instance of a route to its end.
  func keeps(_ route: CompiledRoute) -> Bool {
    route.declaration.isKeptToTheEnd && route.instanceSlot.map { has($0, of: route) } ?? false
  }

  /// Returns whether a slot of a route's instance or its conversion belongs to the owner, rather than to its base.
  func has(_ slot: Int, of route: CompiledRoute) -> Bool {
    route.scope == scope && slots.contains(Self.place(of: slot))
  }

  /// The slots of a root's extension in which it publishes instances of its base.
  var slotsOfBase: Range<Int> { scope == nil ? 0..<slots.lowerBound : 0..<0 }

  /// Returns the index of a slot within its root or scope.
  static func place(of slot: Int) -> Int { slot >= 0 ? slot : -2 - slot }

  /// Returns whether the owner creates instances of a route, for itself or because other instances need them.
  func makes(_ route: CompiledRoute) -> Bool { route.instanceSlot.map { has($0, of: route) } ?? true }
}
