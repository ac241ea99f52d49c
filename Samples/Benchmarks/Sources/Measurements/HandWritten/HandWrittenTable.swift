/// What somebody would write by hand for one program: an open-addressing table from the identity of a
/// protocol to a typed closure or an instance.
///
/// The baseline of most measurements.
///
/// It checks nothing, tells nothing, and has no tests, tasks or lifetimes: what a look-up costs when there is
/// nothing but the look-up.
public final class HandWrittenTable: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): filled before it is shared, read-only afterwards.

  private struct Slot {
    var key: UInt
    var value: AnyObject?
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: UInt
  private let shift: UInt

  /// Creates a table for so many entries.
  public init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = .allocate(capacity: size)
    slots.initialize(repeating: Slot(key: 0, value: nil), count: size)
    mask = UInt(size - 1)
    shift = UInt(UInt.bitWidth - size.trailingZeroBitCount)
  }

  deinit {
    slots.deinitialize(count: Int(mask) + 1)
    slots.deallocate()
  }

  /// Adds a closure that makes an object.
  public func add<Interface>(_: Interface.Type, _ make: @escaping @Sendable () -> Interface) {
    add(Interface.self, HandWrittenFactory(make))
  }

  /// Adds a closure that makes a view.
  public func addView<Interface>(_: Interface.Type, _ make: @escaping @MainActor () -> Interface) {
    add(Interface.self, HandWrittenViewFactory(make))
  }

  /// Adds an instance.
  public func add<Interface>(_: Interface.Type, instance: Interface) {
    add(Interface.self, HandWrittenInstance(instance))
  }

  private func add(_ type: Any.Type, _ value: AnyObject) {
    let key = Self.key(type)
    var index = home(of: key)
    while slots[Int(index)].key != 0, slots[Int(index)].key != key { index = (index + 1) & mask }
    slots[Int(index)] = Slot(key: key, value: value)
  }

  /// Makes an object.
  @inline(never)
  public func make<Interface>(_ type: Interface.Type) -> Interface {
    find(type) { unsafeDowncast($0, to: HandWrittenFactory<Interface>.self).make() }
  }

  /// Makes a view.
  @MainActor
  @inline(never)
  public func makeView<Interface>(_ type: Interface.Type) -> Interface {
    find(type) { unsafeDowncast($0, to: HandWrittenViewFactory<Interface>.self) }.make()
  }

  /// Reads an instance.
  @inline(never)
  public func instance<Interface>(_ type: Interface.Type) -> Interface {
    find(type) { unsafeDowncast($0, to: HandWrittenInstance<Interface>.self).value }
  }

  // SAFETY (`unsafeDowncast` above): under the key of a protocol there is what `add` or `addView` put there for
  // that very protocol, and each protocol of the measurements is only asked for in the way it was added.

  @inline(__always)
  private func find<Result>(_ type: Any.Type, _ body: (AnyObject) -> Result) -> Result {
    let key = Self.key(type)
    var index = home(of: key)
    while slots[Int(index)].key != key { index = (index &+ 1) & mask }
    guard let value = slots[Int(index)].value else { preconditionFailure("\(type) is not in the table") }
    return body(value)
  }

  @inline(__always)
  private static func key(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  @inline(__always)
  private func home(of key: UInt) -> UInt { (key &* 0x9E37_79B9_7F4A_7C15) >> shift }
}

/// A closure that makes an object.
private final class HandWrittenFactory<Interface>: Sendable {
  let make: @Sendable () -> Interface

  init(_ make: @escaping @Sendable () -> Interface) { self.make = make }
}

/// A closure that makes a view.
private final class HandWrittenViewFactory<Interface>: Sendable {
  let make: @MainActor () -> Interface

  init(_ make: @escaping @MainActor () -> Interface) { self.make = make }
}

/// An instance that is kept.
private final class HandWrittenInstance<Interface>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the instances of the measurements are `Sendable`.
  let value: Interface

  init(_ value: Interface) { self.value = value }
}
