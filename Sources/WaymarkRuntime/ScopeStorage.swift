import CWaymarkRuntime

/// The value of a scope, and numbered slots for the instances that it keeps until it's closed.
///
/// A thread may empty the slots while others use them, so every access takes a lock, except for reading a pinned object
/// (`ScopeSlots`). The lock is in the object, because a program may have many scopes, and usually one task at a time
/// uses a scope.
open class ScopeStorage: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `init` writes `stored`. The objects and the header in the memory of the slots
  // are only accessed while the lock is held, by the thread that has closed the scope, or in `deinit`. Everything else
  // is atomic or a `let`. The value is `Sendable`, which the caller of the initializer proves.

  @usableFromInline static var open: UInt8 { 0 }
  @usableFromInline static var closing: UInt8 { 1 }
  @usableFromInline static var closed: UInt8 { 2 }
  @usableFromInline static var ended: UInt8 { 3 }

  @usableFromInline let lock = ShortLock()
  @usableFromInline let phase = AtomicByte(0)
  /// Whether to pin objects that are published from now on.
  private let pinsObjects = AtomicFlag(true)
  /// Whether the scope extends another one.
  package final let isExtension: Bool
  @usableFromInline final let count: UInt32
  /// The memory of the slots, which exists from the first use until `deinit`.
  private let memory = AtomicWord(0)
  // SAFETY (`@exclusivity(unchecked)`): nothing changes after `init`, so no two accesses conflict.
  @exclusivity(unchecked) @usableFromInline final var stored = InlineValue()

  /// The type of the value.
  public final let type: Any.Type

  /// Creates the storage of an open scope.
  ///
  /// - Parameters:
  ///   - value: The value of the scope, which the caller proves to be `Sendable`.
  ///   - count: The number of slots, which the first publication allocates.
  ///   - isExtension: Whether the scope extends another one.
  public init<Value>(_ value: Value, count: Int, isExtension: Bool) {
    type = Value.self
    self.isExtension = isExtension
    self.count = UInt32(count)
    InlineValue.initialize(&stored, to: value)
  }

  deinit {
    if let slots {
      if !isClosed { slots.releaseObjects(count) }
      slots.deallocate(count)
    }
    InlineValue.deinitialize(&stored, type)
  }

  /// Returns the value.
  ///
  /// - Parameter type: The type of the value, which the caller has compared with `type`.
  package final func value<Value>(as type: Value.Type) -> Value {
    assert(self.type == Value.self)
    return InlineValue.value(&stored, as: Value.self)
  }

  // MARK: - Phases

  /// Whether the scope was closed, and nothing reads its slots anymore.
  @inlinable
  @inline(__always)
  public final var isClosed: Bool { phase.load(ordering: .acquiring) >= Self.closed }

  /// Whether the scope is neither closed nor closing.
  @inlinable
  package final var isOpen: Bool { phase.load(ordering: .acquiring) == Self.open }

  /// Begins to close the scope.
  ///
  /// - Returns: False if that was done before.
  package final func beginClosing() -> Bool {
    phase.compareExchange(expected: Self.open, desired: Self.closing, ordering: .acquiringAndReleasing)
  }

  /// Whether the closing of the scope has ended, and the objects in its slots were released.
  package final var hasEnded: Bool { phase.load(ordering: .acquiring) == Self.ended }

  /// Records that the closing of a closed scope has ended.
  package final func finishClosing() { phase.store(Self.ended, ordering: .releasing) }

  /// Closes the scope, and releases the objects in its slots.
  package final func closeSlots() {
    let companion = withLock { () -> AnyObject? in
      phase.store(Self.closed, ordering: .releasing)
      return slots?.header.pointee.companion.take()
    }
    // Releasing an object may run a user's `deinit`, which may access the scope, so don't hold the lock here. No other
    // thread accesses the objects of a closed scope's slots.
    slots?.releaseObjects(count)
    withExtendedLifetime(companion) {}
  }

  // MARK: - Slots

  /// Copies the value of the box in a slot, or returns false if the slot is empty or the value can't be pinned.
  ///
  /// It takes no lock, and counts one reference, because a scope's instance is read as often as a root's.
  ///
  /// - Parameters:
  ///   - index: The index of a slot that contains only boxes, which the caller proves beside the call.
  ///   - copy: Empty storage for the copy.
  package final func copyPinned(at index: Int, into copy: inout InlineValue) -> Bool {
    precondition(index >= 0 && index < Int(count))
    guard let value = slots?[index].pointee.pinnedValue else { return false }
    // SAFETY: the memory of the slots, of the box, and of the object exists until `deinit`, and the caller retains the
    // scope. The acquiring loads make visible what was written before the pinning, and nothing changes the value of a
    // box, even if the box is deinitialized.
    return InlineValue.copyReference(ifExists: value, to: &copy)
  }

  /// Copies the reference in the box in a slot, or returns false if the slot is empty.
  ///
  /// - Parameters:
  ///   - index: The index of a slot that contains only boxes of values that begin with a reference and refer to nothing
  ///     else, which the caller proves beside the call.
  ///   - copy: Empty storage for the copy.
  package final func copyReference(at index: Int, into copy: inout InlineValue) -> Bool {
    withLock {
      guard let box = slot(index)?.pointee.object else { return false }
      // SAFETY: the slot retains the box while the lock is held, and copying a reference runs no user's code.
      box._withUnsafeGuaranteedRef { knownDowncast($0, to: ValueBox.self).copyReference(into: &copy) }
      return true
    }
  }

  /// The object in a slot, or nil if the slot is empty.
  ///
  /// - Parameter index: The index of a slot, in 0..<count.
  package final subscript(index: Int) -> AnyObject? {
    withLock { slot(index)?.pointee.object?.takeUnretainedValue() }
  }

  /// Publishes an object in a slot if it's empty.
  ///
  /// - Returns: The object in the slot afterward, this one or an earlier one, or nil if the scope is closed.
  package final func publish(_ object: AnyObject, at index: Int) -> AnyObject? {
    withLock {
      guard !isClosed else { return nil }
      let slot = place(index)
      if let first = slot.pointee.object { return first.takeUnretainedValue() }
      slot.pointee.fill(with: object)
      pin(object, in: slot)
      return object
    }
  }

  /// Publishes an object in each of two slots that is empty, and pins it in the second one.
  ///
  /// - Returns: False if the scope is closed.
  package final func publish(_ object: AnyObject, at first: Int, and second: Int) -> Bool {
    withLock {
      guard !isClosed else { return false }
      let (first, second) = (place(first), place(second))
      if first.pointee.object == nil { first.pointee.fill(with: object) }
      if second.pointee.object == nil {
        second.pointee.fill(with: object)
        pin(object, in: second)
      }
      return true
    }
  }

  /// Returns a slot of an open scope, while the caller holds the lock.
  private func place(_ index: Int) -> UnsafeMutablePointer<ScopeSlots.Slot> {
    precondition(index >= 0 && index < Int(count))
    return allocated()[index]
  }

  private func pin(_ object: AnyObject, in slot: UnsafeMutablePointer<ScopeSlots.Slot>) {
    if pinsObjects.load(ordering: .relaxed) { slot.pointee.pin(object) }
  }

  /// Pins no more objects, because the scope is never released, and nor would their memory be after its closing.
  package final func stopPinning() { pinsObjects.store(false, ordering: .relaxed) }

  /// Empties a slot.
  ///
  /// - Parameter index: The index of a slot, in 0..<count.
  /// - Returns: The object of the slot, or nil if it was empty.
  package final func take(_ index: Int) -> AnyObject? {
    let object = withLock { slot(index)?.pointee.take() }
    // The caller receives the slot's reference, and releases it without holding the lock.
    return object?.takeRetainedValue()
  }

  /// Returns a slot of a scope with instances that isn't closed, while the caller holds the lock.
  private func slot(_ index: Int) -> UnsafeMutablePointer<ScopeSlots.Slot>? {
    precondition(index >= 0 && index < Int(count))
    return isClosed ? nil : slots?[index]
  }

  /// Returns an object that the storage retains until the scope is closed, creating it if needed.
  ///
  /// - Parameter make: Creates the object. It must not run a user's code, take another lock, or wait.
  package final func companion(orNew make: () -> AnyObject) -> AnyObject {
    withLock {
      // A closed scope keeps nothing.
      if isClosed { return make() }
      let header = allocated().header
      if let known = header.pointee.companion { return known }
      let new = make()
      header.pointee.companion = new
      return new
    }
  }

  /// The companion, if created.
  package final var companion: AnyObject? {
    withLock { slots?.header.pointee.companion }
  }

  /// Accesses the creations of instances in progress.
  ///
  /// - Parameter body: The access. It must not run a user's code, take a lock, or wait.
  package final func withCreations<Result>(_ body: (inout Creations) -> Result) -> Result {
    withLock { body(&allocated().header.pointee.creations) }
  }

  /// The slots, if allocated.
  @inline(__always)
  private var slots: ScopeSlots? {
    // SAFETY: `allocated()` stores the address of the first slot.
    memory.loadPointer(ordering: .acquiring).map {
      ScopeSlots(first: $0.assumingMemoryBound(to: ScopeSlots.Slot.self))
    }
  }

  /// Returns the slots, allocating them if needed, while the caller holds the lock.
  private func allocated() -> ScopeSlots {
    if let slots { return slots }
    let slots = ScopeSlots(allocating: count)
    memory.store(UnsafeMutableRawPointer(slots.first), ordering: .releasing)
    return slots
  }

  // MARK: - The lock

  /// Calls `body` while no other thread accesses the slots.
  ///
  /// - Parameter body: A few loads and stores. It must not run a user's code, take another lock, or wait.
  @inlinable
  @inline(__always)
  package final func withLock<Result>(_ body: () -> Result) -> Result {
    lock.acquire()
    defer { lock.release() }
    return body()
  }
}
