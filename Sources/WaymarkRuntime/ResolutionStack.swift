public import CWaymarkRuntime
import Dispatch

/// The stack of the instances that the current thread is creating, and of the registries that it has bound.
///
/// All functions use the calling thread's stack, and are safe to call on any thread.
public enum ResolutionStack {
  // SAFETY of all: frames contain the addresses of objects. The call that pushed a frame retains its objects until it
  // pops the frame: it passes them to `pop`, and a closure of `with` ends before that.

  /// Pushes a frame, which the caller pops before it returns.
  ///
  /// - Parameters:
  ///   - owner: The registry to bind, or the registry of the object.
  ///   - subject: The route of the object, or nil for a binding.
  @inlinable
  @inline(__always)
  package static func push(owner: AnyObject, subject: AnyObject?) {
    waymark_frames_push(
      Unmanaged.passUnretained(owner).toOpaque(), subject.map { Unmanaged.passUnretained($0).toOpaque() })
  }

  /// Pops the innermost frame.
  ///
  /// - Parameters:
  ///   - owner: The owner that the caller has pushed.
  ///   - subject: The subject that the caller has pushed.
  @inlinable
  @inline(__always)
  package static func pop(owner: AnyObject, subject: AnyObject?) {
    waymark_frames_pop()
    withExtendedLifetime((owner, subject)) {}
  }

  /// Calls `body` with another frame on the stack.
  ///
  /// - Parameters:
  ///   - owner: The registry to bind, or the registry of the object.
  ///   - subject: The route of the object, or nil for a binding.
  ///   - body: The work, which is synchronous, so it starts and ends on this thread.
  @inlinable
  @inline(__always)
  public static func with<Result, Failure: Error>(
    owner: AnyObject, subject: AnyObject?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    push(owner: owner, subject: subject)
    defer { pop(owner: owner, subject: subject) }
    return try body()
  }

  /// The number of frames.
  @inlinable
  public static var depth: Int { Int(waymark_frames_count()) }

  /// Returns the owner of the innermost frame, without counting a reference.
  ///
  /// It exists, and can be read, until the end of the call that pushed the frame.
  ///
  /// - Parameter type: The class of all owners, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public static func unretainedOwner<Owner: AnyObject>(as type: Owner.Type) -> UnretainedReference<Owner>? {
    let count = waymark_frames_count()
    guard count > 0 else { return nil }
    // SAFETY: by the caller's proof.
    return UnretainedReference(Unmanaged<Owner>.fromOpaque(waymark_frames_at(count - 1).owner))
  }

  /// Returns the object at an address in a frame.
  @inlinable
  static func object(_ address: UnsafeRawPointer) -> AnyObject {
    Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  /// All frames, beginning with the innermost.
  package static var all: [(owner: AnyObject, subject: AnyObject?)] {
    (0..<waymark_frames_count()).reversed().map { position in
      let frame = waymark_frames_at(position)
      return (object(frame.owner), frame.subject.map(object))
    }
  }

  /// Returns the subject of the innermost frame with a subject that satisfies a condition, if any.
  package static func first(
    where isFound: (_ owner: AnyObject, _ subject: AnyObject) -> Bool
  ) -> AnyObject? {
    for position in (0..<waymark_frames_count()).reversed() {
      let frame = waymark_frames_at(position)
      if let subject = frame.subject.map(object), isFound(object(frame.owner), subject) { return subject }
    }
    return nil
  }

  /// Returns whether `owner` is already creating `subject` on this thread.
  package static func contain(owner: AnyObject, subject: AnyObject) -> Bool {
    let (owner, subject) = (
      UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque()),
      UnsafeRawPointer(Unmanaged.passUnretained(subject).toOpaque())
    )
    return (0..<waymark_frames_count()).contains { position in
      let frame = waymark_frames_at(position)
      return frame.owner == owner && frame.subject == subject
    }
  }

  /// A number that identifies this thread among the existing ones.
  package static var threadIdentity: UInt { UInt(waymark_thread_identity()) }
}

/// Access to the main actor's values from nonisolated functions on the main thread, such as overrides from `NSObject`.
public enum MainThread {
  private static let queueKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main thread, or on Linux another thread that runs the main queue.
  package static var isCurrent: Bool {
    waymark_thread_is_main() || DispatchQueue.getSpecific(key: queueKey) == true
  }

  /// Returns a value of the main actor, which needn't be sendable, or nil on another thread.
  ///
  /// Other libraries ask an `NSObject` for its methods on any thread.
  ///
  /// - Parameter body: Returns the value.
  public static func value<Value>(_ body: @MainActor () -> Value?) -> Value? {
    guard isCurrent else { return nil }
    // SAFETY (`nonisolated(unsafe)`): `assumeIsolated` verifies that this is the main thread, and calls its closure
    // before it returns. So only this thread uses the variable, and the value doesn't leave it.
    nonisolated(unsafe) var value: Value?
    MainActor.assumeIsolated { value = body() }
    return value
  }
}

/// The identity of a task, for code to find out whether it runs in the same task as other code.
///
/// A later task may have the same identity.
package struct TaskIdentity: Hashable, Sendable {
  private let address: UInt

  /// The identity of the task that runs this code, or nil outside of tasks.
  package static var current: TaskIdentity? {
    // SAFETY: the type consists of one reference, so no task is 0. The address isn't dereferenced.
    let address = withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
    return address == 0 ? nil : TaskIdentity(address: address)
  }
}
