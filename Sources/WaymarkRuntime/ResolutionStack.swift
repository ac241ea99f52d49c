public import CWaymarkRuntime

/// A frame of a thread's resolution stack: an object that's being made, or a registry that's being bound.
///
/// A frame is stored on the stack of the synchronous call that pushed it, so that pushing and popping
/// allocate nothing, and no frame exists longer than its call.
public typealias ResolutionFrame = WaymarkFrame

/// The stack of the instances that the current thread is making, and of the registries that it has bound.
///
/// All functions use the calling thread's stack, and may be called on any thread.
public enum ResolutionStack {
  /// Calls `body` with another frame on the stack.
  ///
  /// - Parameters:
  ///   - owner: The registry that's making something or being bound.
  ///   - subject: The route that's being made; nil if a registry is only bound.
  ///   - body: The work. It's synchronous, so it starts and ends on this thread.
  @inlinable
  @inline(__always)
  public static func with<Result, Failure: Error>(
    owner: AnyObject, subject: AnyObject?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let parent = waymark_thread_frame_get()
    // SAFETY: a parent is an enclosing call's frame, which exists as long as this one. Owner and subject are
    // retained until `body` has ended, which a parameter alone wouldn't guarantee once this is inlined.
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
    // SAFETY: the variable only ever contains what `with` stored: the address of a frame of a call that's
    // still on this thread's stack, or null.
    waymark_thread_frame_get()?.pointee.depth ?? 0
  }

  /// The owner of the innermost frame.
  @inlinable
  public static var innermostOwner: AnyObject? {
    waymark_thread_frame_get().map { object($0.pointee.owner) }
  }

  /// Returns the owner of the innermost frame, without counting a reference.
  ///
  /// It exists until the call that pushed the frame has ended, so it can be read as long as this call hasn't returned.
  ///
  /// - Parameter type: The class of all owners, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public static func unretainedOwner<Owner: AnyObject>(as type: Owner.Type) -> UnretainedReference<Owner>? {
    // SAFETY: by the caller's proof; see `object`.
    waymark_thread_frame_get().map { UnretainedReference(Unmanaged<Owner>.fromOpaque($0.pointee.owner)) }
  }

  /// Returns the object at an address in a frame.
  @inlinable
  static func object(_ address: UnsafeRawPointer) -> AnyObject {
    // SAFETY: the call that pushed the frame retains the object until it has popped it.
    Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  /// All frames, innermost first.
  package static var all: [(owner: AnyObject, subject: AnyObject?)] {
    var frames: [(owner: AnyObject, subject: AnyObject?)] = []
    var next = waymark_thread_frame_get()
    while let frame = next?.pointee {
      frames.append((object(frame.owner), frame.subject.map(object)))
      next = frame.parent
    }
    return frames
  }

  /// Returns whether `owner` is already making `subject` on this thread.
  package static func contain(owner: AnyObject, subject: AnyObject) -> Bool {
    all.contains { $0.owner === owner && $0.subject === subject }
  }

  /// A number that identifies this thread among those that exist.
  package static var threadIdentity: UInt { UInt(waymark_thread_identity()) }
}

/// Access to the main actor's values from functions that are called on the main thread, but aren't bound to the main
/// actor: those that classes inherit from Objective-C's root class.
public enum MainThread {
  /// Returns a value of the main actor, which needn't be sendable.
  ///
  /// It stops the program if it's called on another thread, as `MainActor.assumeIsolated` does.
  ///
  /// - Parameter body: Returns the value.
  public static func value<Value>(_ body: @MainActor () -> Value?) -> Value? {
    // SAFETY (`nonisolated(unsafe)`): `assumeIsolated` verifies that this is the main thread, and calls its closure
    // before it returns. So the variable is used by this thread only, and the value doesn't leave it.
    nonisolated(unsafe) var value: Value?
    MainActor.assumeIsolated { value = body() }
    return value
  }
}

/// The identity of a task, by which code finds out whether it runs in the same task as other code.
///
/// It's valid while the task exists; a later task may have the same one.
package struct TaskIdentity: Hashable, Sendable {
  private let hash: Int

  /// The identity of the task that runs this code; nil outside of tasks.
  package static var current: TaskIdentity? {
    // The reference isn't kept; only the hash of its address is.
    withUnsafeCurrentTask { task in task.map { TaskIdentity(hash: $0.hashValue) } }
  }
}
