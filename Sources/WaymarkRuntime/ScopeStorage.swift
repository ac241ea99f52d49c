import CWaymarkRuntime
public import Synchronization

/// The value of a scope, and numbered slots for the instances that it keeps until it's closed.
///
/// A thread may empty the slots while others read them, so every access takes a lock. The lock is a byte in the object,
/// because a program may have many scopes, and usually one task at a time uses a scope.
open class ScopeStorage: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `init` writes `stored`. `slots` is only accessed while the lock is held, or in
  // `deinit`. Everything else is atomic or a `let`. The value is `Sendable`, which the caller of the initializer
  // proves.

  @usableFromInline static var open: UInt8 { 0 }
  @usableFromInline static var closing: UInt8 { 1 }
  @usableFromInline static var closed: UInt8 { 2 }
  @usableFromInline static var ended: UInt8 { 3 }

  @usableFromInline let lock = Atomic<UInt8>(0)
  @usableFromInline let phase = Atomic<UInt8>(0)
  /// Whether the scope extends another one.
  package final let isExtension: Bool
  @usableFromInline final let count: UInt32
  // SAFETY (`@exclusivity(unchecked)`): every access holds the lock, so no two accesses overlap.
  @exclusivity(unchecked) @usableFromInline final var slots: UnsafeMutablePointer<Unmanaged<AnyObject>?>?
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
    if let slots { release(slots) }
    InlineValue.deinitialize(&stored, type)
  }

  /// The parts of a scope with instances, in front of the words of its slots.
  private struct Header {
    /// An object that the storage retains as long as its slots.
    var companion: AnyObject?
    var creations = Creations()
  }

  /// Returns the value.
  ///
  /// - Parameter type: The type of the value, which the caller has compared with `type`.
  package final func value<Value>(as type: Value.Type) -> Value {
    assert(self.type == Value.self)
    return InlineValue.value(&stored, as: Value.self)
  }

  // MARK: - Phases

  /// Whether the scope was closed, and its slots are empty.
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
      .exchanged
  }

  /// Whether the closing of the scope has ended, and the objects in its slots were released.
  package final var hasEnded: Bool { phase.load(ordering: .acquiring) == Self.ended }

  /// Records that the closing of a closed scope has ended.
  package final func endClosing() { phase.store(Self.ended, ordering: .releasing) }

  /// Closes the scope, and releases the objects in its slots.
  package final func finishClosing() {
    let last = withLock { () -> UnsafeMutablePointer<Unmanaged<AnyObject>?>? in
      phase.store(Self.closed, ordering: .releasing)
      guard let last = slots else { return nil }
      slots = nil
      // A thread can be creating an instance, and others can be waiting for it.
      let creations = header(of: last).pointee.creations
      if !creations.isEmpty { header(of: words()).pointee.creations = creations }
      return last
    }
    // Releasing an object may run a user's `deinit`, which may access the scope, so don't hold the lock here.
    if let last { release(last) }
  }

  // MARK: - Slots

  /// Copies the reference in the box in a slot, or returns false if the slot is empty.
  ///
  /// - Parameters:
  ///   - index: The index of a slot that contains only boxes of values that begin with a reference and refer to nothing
  ///     else, which the caller proves beside the call.
  ///   - copy: Empty storage for the copy.
  package final func copyReference(at index: Int, into copy: inout InlineValue) -> Bool {
    acquire()
    defer { release() }
    guard let box = reference(at: index) else { return false }
    // SAFETY: the slot retains the box while the lock is held, and copying a reference runs no user's code.
    box._withUnsafeGuaranteedRef { knownDowncast($0, to: ValueBox.self).copyReference(into: &copy) }
    return true
  }

  /// The object in a slot, or nil if the slot is empty.
  ///
  /// - Parameter index: The index of a slot, in 0..<count.
  package final subscript(index: Int) -> AnyObject? {
    withLock { reference(at: index)?.takeUnretainedValue() }
  }

  /// Publishes an object in a slot if it's empty.
  ///
  /// - Returns: The object in the slot afterward, this one or an earlier one, or nil if the scope is closed.
  package final func publish(_ object: AnyObject, at index: Int) -> AnyObject? {
    withLock {
      guard !isClosed else { return nil }
      if let first = reference(at: index) { return first.takeUnretainedValue() }
      words()[index] = .passRetained(object)
      return object
    }
  }

  /// Publishes an object in each of two slots that is empty.
  ///
  /// - Returns: False if the scope is closed.
  package final func publish(_ object: AnyObject, at first: Int, and second: Int) -> Bool {
    withLock {
      guard !isClosed else { return false }
      if reference(at: first) == nil { words()[first] = .passRetained(object) }
      if reference(at: second) == nil { words()[second] = .passRetained(object) }
      return true
    }
  }

  /// Empties a slot.
  ///
  /// - Parameter index: The index of a slot, in 0..<count.
  /// - Returns: The object of the slot, or nil if it was empty.
  package final func take(_ index: Int) -> AnyObject? {
    let object = withLock { () -> Unmanaged<AnyObject>? in
      guard let object = reference(at: index) else { return nil }
      words()[index] = nil
      return object
    }
    // The caller receives the slot's reference, and releases it without holding the lock.
    return object?.takeRetainedValue()
  }

  @inlinable
  @inline(__always)
  final func reference(at index: Int) -> Unmanaged<AnyObject>? {
    precondition(index >= 0 && index < Int(count))
    // SAFETY: `words()` allocated as many words as there are slots.
    return slots.flatMap { $0[index] }
  }

  /// Returns an object that the storage retains until the scope is closed, creating it if needed.
  ///
  /// - Parameter make: Creates the object. It must not run a user's code, take another lock, or wait.
  package final func companion(orNew make: () -> AnyObject) -> AnyObject {
    withLock {
      // A closed scope keeps nothing.
      if isClosed { return make() }
      let header = header(of: words())
      if let known = header.pointee.companion { return known }
      let new = make()
      header.pointee.companion = new
      return new
    }
  }

  /// The companion, if created.
  package final var companion: AnyObject? {
    withLock { slots.flatMap { header(of: $0).pointee.companion } }
  }

  /// Accesses the creations of instances in progress.
  ///
  /// - Parameter body: The access. It must not run a user's code, take a lock, or wait.
  package final func withCreations<Result>(_ body: (inout Creations) -> Result) -> Result {
    withLock { body(&header(of: words()).pointee.creations) }
  }

  /// Returns the words of the slots, allocating them if needed, while the caller holds the lock.
  private func words() -> UnsafeMutablePointer<Unmanaged<AnyObject>?> {
    if let slots { return slots }
    let size = MemoryLayout<Header>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size + Int(count) * MemoryLayout<Unmanaged<AnyObject>?>.stride,
      alignment: MemoryLayout<Header>.alignment)
    memory.initializeMemory(as: Header.self, to: Header())
    // SAFETY: the memory has room for the header and as many words as there are slots. A header is aligned like a word.
    let new = (memory + size).initializeMemory(
      as: Unmanaged<AnyObject>?.self, repeating: nil, count: Int(count))
    slots = new
    return new
  }

  private func header(of slots: UnsafeMutablePointer<Unmanaged<AnyObject>?>) -> UnsafeMutablePointer<Header> {
    // SAFETY: `words()` has initialized a header in front of the words.
    (UnsafeMutableRawPointer(slots) - MemoryLayout<Header>.stride).assumingMemoryBound(to: Header.self)
  }

  /// Releases the objects of slots that nothing else refers to anymore, and frees the slots.
  private func release(_ slots: UnsafeMutablePointer<Unmanaged<AnyObject>?>) {
    for index in 0..<Int(count) { slots[index]?.release() }
    let header = header(of: slots)
    header.deinitialize(count: 1)
    UnsafeMutableRawPointer(header).deallocate()
  }

  // MARK: - The lock

  /// Calls `body` while no other thread accesses the slots.
  ///
  /// - Parameter body: A few loads and stores. It must not run a user's code, take another lock, or wait.
  @inlinable
  @inline(__always)
  package final func withLock<Result>(_ body: () -> Result) -> Result {
    acquire()
    defer { release() }
    return body()
  }

  @inlinable
  @inline(__always)
  final func acquire() {
    if lock.exchange(1, ordering: .acquiring) != 0 { wait() }
  }

  @inlinable
  @inline(__always)
  final func release() { lock.store(0, ordering: .releasing) }

  /// Waits for the thread that holds the lock, which is about to release it.
  @usableFromInline
  final func wait() {
    var attempt: Int32 = 0
    while lock.load(ordering: .relaxed) != 0 || lock.exchange(1, ordering: .acquiring) != 0 {
      waymark_pause(attempt)
      attempt += 1
    }
  }
}
