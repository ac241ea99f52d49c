/// The memory for the instances of a scope: numbered slots, behind a header with the parts that aren't of one instance.
///
/// The objects in the slots and the header are only accessed as `ScopeStorage` says.
struct ScopeSlots {
  /// The parts of a scope with instances, in front of the slots.
  struct Header {
    /// An object that the storage retains until the scope is closed.
    var companion: AnyObject?
    var creations = Creations()
  }

  /// A place for an object.
  struct Slot: ~Copyable {
    /// The object, which the slot retains until the scope is closed.
    private(set) var object: Unmanaged<AnyObject>?
    /// The address of the value in the slot's box, if the memory of the box and of the value's object is pinned until
    /// the slots are deallocated.
    ///
    /// A pinned value is read without the lock. After the object was taken out of the slot, the address is odd.
    private let pinned = AtomicWord(0)

    /// The address of the pinned value, or nil without one or after the object was taken out of the slot.
    ///
    /// Any thread may read it.
    var pinnedValue: UnsafePointer<InlineValue>? {
      let address = pinned.load(ordering: .acquiring)
      return address & 1 == 0 ? UnsafePointer(bitPattern: address) : nil
    }

    /// Retains an object in this empty slot.
    mutating func fill(with object: AnyObject) { self.object = .passRetained(object) }

    /// Pins the value of an object if it can be pinned.
    ///
    /// A slot that was emptied still pins the earlier object, and no second one.
    func pin(_ object: AnyObject) {
      guard pinned.load(ordering: .relaxed) == 0, let value = ValueBox.pinned(object) else { return }
      pinned.store(UInt(bitPattern: value), ordering: .releasing)
    }

    /// Empties the slot, and returns its object with the slot's reference, or nil if the slot was empty.
    mutating func take() -> Unmanaged<AnyObject>? {
      guard let object else { return nil }
      self.object = nil
      let address = pinned.load(ordering: .relaxed)
      if address != 0 { pinned.store(address | 1, ordering: .releasing) }
      return object
    }

    deinit {
      UnsafePointer<InlineValue>(bitPattern: pinned.load(ordering: .relaxed) & ~1).map { ValueBox.unpin($0) }
    }
  }

  /// The first slot.
  let first: UnsafeMutablePointer<Slot>

  @inline(__always)
  init(first: UnsafeMutablePointer<Slot>) { self.first = first }

  /// Allocates empty slots.
  init(allocating count: UInt32) {
    let size = MemoryLayout<Header>.stride
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: size + Int(count) * MemoryLayout<Slot>.stride, alignment: MemoryLayout<Header>.alignment)
    bytes.initializeMemory(as: Header.self, to: Header())
    // SAFETY: the bytes have room for the header and `count` slots. A header is aligned like a slot.
    first = (bytes + size).bindMemory(to: Slot.self, capacity: Int(count))
    for index in 0..<Int(count) { (first + index).initialize(to: Slot()) }
  }

  /// The header.
  var header: UnsafeMutablePointer<Header> {
    // SAFETY: `init(allocating:)` has initialized a header in front of the slots.
    (UnsafeMutableRawPointer(first) - MemoryLayout<Header>.stride).assumingMemoryBound(to: Header.self)
  }

  /// The slot with a number, which the caller has checked.
  @inline(__always)
  subscript(index: Int) -> UnsafeMutablePointer<Slot> { first + index }

  /// Releases the objects in the slots, which no other thread accesses and nobody accesses again.
  func releaseObjects(_ count: UInt32) {
    for index in 0..<Int(count) { first[index].object?.release() }
  }

  /// Frees the memory of the slots, and the memory that they pin.
  func deallocate(_ count: UInt32) {
    first.deinitialize(count: Int(count))
    let header = header
    header.deinitialize(count: 1)
    UnsafeMutableRawPointer(header).deallocate()
  }
}
