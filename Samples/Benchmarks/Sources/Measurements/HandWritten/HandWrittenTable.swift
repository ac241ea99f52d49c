import Synchronization

/// The baseline of most measurements: a table as one would write it by hand for one program.
///
/// It uses open addressing, from the identity of a protocol to a typed closure or an instance. It has no checks,
/// diagnostics, overrides, or scopes, so it shows the cost of a look-up alone. Its functions are inlinable so that the
/// generated routes, in another module, get specialized code, as they do from Waymark.
public final class HandWrittenTable: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the slots are filled before the table is shared, and only read afterwards.

  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt
    @usableFromInline var value: AnyObject?
  }

  @usableFromInline let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let mask: UInt
  @usableFromInline let shift: UInt

  /// Creates a table.
  ///
  /// - Parameter capacity: The number of entries it has room for.
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
  @inlinable
  public func add<Interface>(_: Interface.Type, _ make: @escaping @Sendable () -> Interface) {
    add(Interface.self, HandWrittenFactory(make))
  }

  /// Adds a closure that makes a view.
  @inlinable
  public func addView<Interface>(_: Interface.Type, _ make: @escaping @MainActor () -> Interface) {
    add(Interface.self, HandWrittenViewFactory(make))
  }

  /// Adds an instance.
  @inlinable
  public func add<Interface: Sendable>(_: Interface.Type, instance: Interface) {
    add(Interface.self, HandWrittenInstance(instance))
  }

  /// Adds a closure that makes an instance for the first request.
  @inlinable
  public func addKept<Interface: Sendable>(_: Interface.Type, _ make: @escaping @Sendable () -> Interface) {
    add(Interface.self, HandWrittenKept(make))
  }

  @usableFromInline
  func add(_ type: Any.Type, _ value: AnyObject) {
    let key = Self.key(type)
    var index = home(of: key)
    while slots[Int(index)].key != 0, slots[Int(index)].key != key { index = (index + 1) & mask }
    slots[Int(index)] = Slot(key: key, value: value)
  }

  /// Makes an object.
  @inlinable
  public func make<Interface>(_ type: Interface.Type) -> Interface {
    find(type) { unsafeDowncast($0, to: HandWrittenFactory<Interface>.self).make() }
  }

  /// Makes a view.
  @MainActor
  @inlinable
  public func makeView<Interface>(_ type: Interface.Type) -> Interface {
    find(type) { unsafeDowncast($0, to: HandWrittenViewFactory<Interface>.self) }.make()
  }

  /// Returns an instance.
  @inlinable
  public func instance<Interface: Sendable>(_ type: Interface.Type) -> Interface {
    find(type) { unsafeDowncast($0, to: HandWrittenInstance<Interface>.self).value }
  }

  /// Returns the instance that was added as a closure, made now if this is the first call.
  @inlinable
  public func kept<Interface: Sendable>(_ type: Interface.Type) -> Interface {
    find(type) { unsafeDowncast($0, to: HandWrittenKept<Interface>.self).value }
  }

  // SAFETY (`unsafeDowncast` above): one of the `add` functions put the entry of a protocol there for this protocol,
  // and the measurements resolve each protocol only by the function that belongs to it.

  @inlinable
  @inline(__always)
  func find<Result>(_ type: Any.Type, _ body: (AnyObject) -> Result) -> Result {
    let key = Self.key(type)
    var index = home(of: key)
    while slots[Int(index)].key != key { index = (index &+ 1) & mask }
    guard let value = slots[Int(index)].value else { preconditionFailure("\(type) is not in the table") }
    return body(value)
  }

  @inlinable
  @inline(__always)
  static func key(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  @inlinable
  @inline(__always)
  func home(of key: UInt) -> UInt { (key &* 0x9E37_79B9_7F4A_7C15) >> shift }
}

/// A closure that makes an object.
@usableFromInline
final class HandWrittenFactory<Interface>: Sendable {
  @usableFromInline let make: @Sendable () -> Interface

  @inlinable
  init(_ make: @escaping @Sendable () -> Interface) { self.make = make }
}

/// A closure that makes a view.
@usableFromInline
final class HandWrittenViewFactory<Interface>: Sendable {
  @usableFromInline let make: @MainActor () -> Interface

  @inlinable
  init(_ make: @escaping @MainActor () -> Interface) { self.make = make }
}

/// An instance that exists.
@usableFromInline
final class HandWrittenInstance<Interface: Sendable>: Sendable {
  @usableFromInline let value: Interface

  @inlinable
  init(_ value: Interface) { self.value = value }
}

/// An instance that the first request makes.
@usableFromInline
final class HandWrittenKept<Interface: Sendable>: Sendable {
  private let made = Mutex<Interface?>(nil)
  private let make: @Sendable () -> Interface

  @usableFromInline
  init(_ make: @escaping @Sendable () -> Interface) { self.make = make }

  @usableFromInline
  var value: Interface {
    made.withLock { made in
      if let made { return made }
      let new = make()
      made = new
      return new
    }
  }
}
