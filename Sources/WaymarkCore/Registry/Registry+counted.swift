import WaymarkRuntime

// A root retains its instances, and they may retain their registry. So that this is no cycle, it's another registry
// with the same routes and slots, the counted one: it's a user of the slots only while it reads or changes them, or
// while a scope is open that was opened from it. The root itself is a user as long as it exists, and its functions
// read the slots without counting anything. When the last user leaves, the slots release the instances, and from then
// on the counted registry throws `registryReleased`.
extension Registry {
  /// Whether this is the registry that a root's instances have.
  @inlinable var isCounted: Bool {
    @inline(__always) get { purpose == .counted }
  }

  /// Whether the slots are those of the base, because this extension keeps nothing itself.
  private var sharesSlots: Bool { base?.instances === instances }

  /// The registry that makes what this root keeps: the counted one, or this one if it keeps nothing itself.
  var maker: Registry { purpose == .use && !sharesSlots ? counted : self }

  /// The counted registry of this root; another one for each call if this root has no slots of its own.
  var counted: Registry {
    if isCounted { return self }
    if sharesSlots { return Registry(countedFor: self) }
    // Only registries are created here. The root is a user of the slots.
    return knownDowncast(instances.companion { Registry(countedFor: self) }, to: Registry.self)
  }

  /// Begins to use the slots of the root, which this registry uses already unless it's the counted one.
  ///
  /// - Returns: False if the root was released.
  @usableFromInline
  func enter() -> Bool { !isCounted || instances.enter() }

  /// Ends the use that `enter()` has begun.
  @usableFromInline
  func leave() { if isCounted { endUse() } }

  /// Removes a user of the slots, and after the last one, the use of the base by these slots.
  func endUse() {
    guard instances.leave() else { return }
    var last = self
    last.attachments?.lifecycle?.abandon()
    while last.sharesSlots, let base = last.base {
      last = base
      last.attachments?.lifecycle?.abandon()
    }
    last.base?.endUse()
  }

  /// Keeps all instances as long as the process.
  func keepForever() {
    instances.keepForever()
    root.base?.keepForever()
  }

  /// Returns whether another registry has the same routes, open scopes, and instances.
  func isSame(as other: Registry) -> Bool {
    self === other || layer === other.layer && scope === other.scope && instances === other.instances
  }
}
