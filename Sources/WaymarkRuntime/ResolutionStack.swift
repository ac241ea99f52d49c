public import CWaymarkRuntime
import Dispatch

/// A frame of a thread's resolution stack, for the creation of an object or the binding of a registry.
///
/// A frame is on the stack of the synchronous call that pushed it, so pushing and popping allocate nothing, and no
/// frame outlives its call.
public typealias ResolutionFrame = WaymarkFrame

/// The stack of the instances that the current thread is creating, and of the registries that it has bound.
///
/// All functions use the calling thread's stack, and are safe to call on any thread.
public enum ResolutionStack {
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
    let parent = waymark_thread_frame_get()
    // SAFETY: a parent is an enclosing call's frame, which exists as long as this one. This retains owner and subject
    // until `body` has ended, which a parameter alone wouldn't guarantee after inlining.
    defer { withExtendedLifetime((owner, subject)) {} }
    let frame = ResolutionFrame(
      parent: parent, owner: UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque()),
      subject: subject.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) },
      depth: (parent?.pointee.depth ?? 0) + 1)
    return try withUnsafePointer(to: frame) { (pointer) throws(Failure) in
      waymark_thread_frame_set(pointer)
      defer { waymark_thread_frame_set(parent) }
      return try body()
    }
  }

  /// The number of frames.
  @inlinable
  public static var depth: Int {
    // SAFETY: only `with` sets the variable: to null, or to the address of a frame of a call that is still on this
    // thread's stack.
    waymark_thread_frame_get()?.pointee.depth ?? 0
  }

  /// The owner of the innermost frame.
  @inlinable
  public static var innermostOwner: AnyObject? {
    waymark_thread_frame_get().map { object($0.pointee.owner) }
  }

  /// Returns the owner of the innermost frame, without counting a reference.
  ///
  /// It exists, and can be read, until the end of the call that pushed the frame.
  ///
  /// - Parameter type: The class of all owners, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public static func unretainedOwner<Owner: AnyObject>(as type: Owner.Type) -> UnretainedReference<Owner>? {
    // SAFETY: by the caller's proof, as in `object`.
    waymark_thread_frame_get().map { UnretainedReference(Unmanaged<Owner>.fromOpaque($0.pointee.owner)) }
  }

  /// Returns the object at an address in a frame.
  @inlinable
  static func object(_ address: UnsafeRawPointer) -> AnyObject {
    // SAFETY: the call that pushed the frame retains the object until it has popped it.
    Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  /// All frames, beginning with the innermost.
  package static var all: [(owner: AnyObject, subject: AnyObject?)] {
    var frames: [(owner: AnyObject, subject: AnyObject?)] = []
    var next = waymark_thread_frame_get()
    while let frame = next?.pointee {
      frames.append((object(frame.owner), frame.subject.map(object)))
      next = frame.parent
    }
    return frames
  }

  /// Returns the subject of the innermost frame with a subject that satisfies a condition, if any.
  package static func first(
    where isFound: (_ owner: AnyObject, _ subject: AnyObject) -> Bool
  ) -> AnyObject? {
    var next = waymark_thread_frame_get()
    while let frame = next?.pointee {
      if let subject = frame.subject.map(object), isFound(object(frame.owner), subject) { return subject }
      next = frame.parent
    }
    return nil
  }

  /// Returns whether `owner` is already creating `subject` on this thread.
  package static func contain(owner: AnyObject, subject: AnyObject) -> Bool {
    all.contains { $0.owner === owner && $0.subject === subject }
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
    // SAFETY: the type consists of one reference. The address isn't dereferenced.
    withUnsafeCurrentTask { task in task.map { TaskIdentity(address: unsafeBitCast($0, to: UInt.self)) } }
  }
}
