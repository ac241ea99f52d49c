public import CWaymarkRuntime

/// A reference that can be set once, and then retains its object.
public struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): an atomic word that goes from null to a retained `Sendable` object, once. `set`
  // stores it with release ordering and everything else loads it with acquire ordering, so a thread that reads the
  // address also sees the object as it was before.

  @usableFromInline let word = AtomicWord(0)

  /// Creates a reference to nothing.
  package init() {}

  deinit {
    // SAFETY: `set` retained the object for the word, and no other reference to the word exists anymore.
    word.loadPointer(ordering: .acquiring).map { Unmanaged<Object>.fromOpaque($0).release() }
  }

  /// The object, without counting a reference, which exists as long as this reference.
  @inlinable
  @inline(__always)
  public var unretained: UnretainedReference<Object>? {
    // SAFETY: the word retains the object until `deinit`.
    word.loadPointer(ordering: .acquiring).map { UnretainedReference(Unmanaged<Object>.fromOpaque($0)) }
  }

  /// Sets the object, unless there's already one.
  ///
  /// - Returns: The object of the reference afterward.
  package func set(_ object: Object) -> Object {
    // As above.
    word.keep(object)
  }
}

extension AtomicWord {
  /// Stores an object and counts a reference to it, unless the word contains an address.
  ///
  /// - Parameter object: An object of a class that all objects of the word have, which the caller proves beside the
  ///   call. It also proves that the stored object exists until the function returns.
  /// - Returns: The object of the word afterward.
  func keep<Object: AnyObject>(_ object: Object) -> Object {
    // Release publishes the new object. If another one was first, acquire makes its content visible here.
    let new = Unmanaged.passRetained(object)
    let (isFirst, original) = compareExchange(
      expected: nil, desired: new.toOpaque(), ordering: .acquiringAndReleasing)
    guard !isFirst, let original else { return object }
    new.release()
    // SAFETY: by the caller's proof.
    return Unmanaged<Object>.fromOpaque(original).takeUnretainedValue()
  }
}

/// A replaceable reference that can be read without a lock.
///
/// Reading and retaining an object while another thread replaces it needs a lock, or a guarantee that the old object
/// isn't released. This type retains every object that it has ever stored for the rest of the process (once, even for
/// repeated stores), so replace its object only a few times.
public final class ImmortalReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): an atomic word, which points to a `Sendable` object, and a lock. The word is stored
  // with release ordering, after `kept` has retained the object, and loaded with acquire ordering, so a thread that
  // reads the address also sees the retained object.
  @usableFromInline let current = AtomicWord(0)
  private let kept = Lock<[ObjectIdentifier: Object]>([:])

  /// Creates a reference to nothing.
  package init() {}

  /// The last stored object, read with one acquiring load.
  @inlinable
  public var object: Object? {
    // SAFETY: `kept` retains every object of this reference, and never releases it.
    current.loadPointer(ordering: .acquiring).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The last stored object, without counting a reference, because it's never released.
  @inlinable
  @inline(__always)
  public var unretained: UnretainedReference<Object>? {
    // SAFETY: as above.
    current.loadPointer(ordering: .acquiring).map { UnretainedReference(Unmanaged<Object>.fromOpaque($0)) }
  }

  package func store(_ object: Object) {
    kept.withLock { kept in
      kept[ObjectIdentifier(object)] = object
      current.store(Unmanaged.passUnretained(object).toOpaque(), ordering: .releasing)
    }
  }
}

/// A reference to an object that its owner retains, read without counting a reference.
///
/// Counting takes about ten nanoseconds, twice as long as finding the object.
public struct UnretainedReference<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable
  init(_ reference: Unmanaged<Object>) { self.reference = reference }

  /// Creates a reference to an object.
  ///
  /// - Parameter object: An object that the caller retains during the use of the reference.
  @inlinable
  @inline(__always)
  public init(retainedByCaller object: Object) { reference = .passUnretained(object) }

  /// Creates a reference to an object, and counts it, for a caller that calls `release()` later.
  @inlinable
  package init(retaining object: __owned Object) { reference = .passRetained(object) }

  /// Creates a reference to an object that exists as long as the process.
  package init(immortal object: Object) { reference = .passUnretained(object) }

  /// Removes the reference that `init(retaining:)` counted.
  @inlinable
  public func release() {
    // SAFETY: the caller counted a reference, and doesn't read the object afterward.
    reference.release()
  }

  /// Calls `body` with the object.
  ///
  /// - Parameter body: The closure. The caller proves, beside the call, that the object exists until it returns.
  @inlinable
  @inline(__always)
  public func read<Result, Failure: Error>(_ body: (Object) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    do {
      // SAFETY: by the caller's proof.
      return try reference._withUnsafeGuaranteedRef(body)
    } catch {
      // The standard function throws only the errors of the body, which are a `Failure`.
      throw knownFailure(error, as: Failure.self)
    }
  }

  /// The object, retained.
  @inlinable
  @inline(__always)
  public var object: Object {
    // SAFETY: the creator of this reference guarantees that the object exists until here.
    reference.takeUnretainedValue()
  }
}

extension UnretainedReference: Sendable where Object: Sendable {}

/// The installed object of the process, for code without a bound one.
///
/// It consists of static C variables, because each use of a Swift global checks whether it's initialized.
public enum InstalledObject {
  /// Returns the installed object, or nil while this thread resolves something, or once a task has bound another
  /// object.
  ///
  /// - Parameter type: The class of all installed objects, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public static func unretained<Object: AnyObject>(as type: Object.Type) -> UnretainedReference<Object>? {
    guard waymark_frames_count() == 0, let object = waymark_installed_object_get() else { return nil }
    // SAFETY: by the caller's proof. `set` receives objects that exist as long as the process.
    return UnretainedReference(Unmanaged<Object>.fromOpaque(object))
  }

  /// Sets the installed object, or nil once a task has bound another one.
  ///
  /// - Parameter reference: An object that exists as long as the process.
  package static func set<Object>(_ reference: UnretainedReference<Object>?) {
    waymark_installed_object_set(reference.map { UnsafeRawPointer($0.reference.toOpaque()) })
  }

  /// Returns whether any task has ever bound an object.
  @inlinable
  @inline(__always)
  package static func hasBoundObject(ordering: LoadOrdering) -> Bool {
    waymark_has_bound_object_get(ordering.rawValue)
  }

  /// Records with release ordering that a task binds an object.
  package static func noteBoundObject() { waymark_has_bound_object_set() }
}
