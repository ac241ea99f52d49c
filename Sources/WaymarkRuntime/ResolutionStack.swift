public import CWaymarkRuntime

/// One level of what a thread is doing for a registry: an object being made, or a registry being bound.
///
/// A frame lives on the stack of the synchronous call that pushed it, so neither pushing nor popping
/// allocates, and no frame outlives its call.
public typealias ResolutionFrame = WaymarkFrame

/// The frames of the current thread, innermost first.
///
/// All functions concern the calling thread only, and may be called on any.
public enum ResolutionStack {
  /// Runs `body` with one more frame.
  ///
  /// - Parameters:
  ///   - owner: The registry that is at work.
  ///   - subject: The route that is being made, or nil where a registry is only bound.
  ///   - body: The work. It is synchronous: it starts and ends on this thread.
  @inlinable
  @inline(__always)
  public static func with<Result, Failure: Error>(
    owner: AnyObject, subject: AnyObject?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let parent = waymark_thread_frame_get()
    // SAFETY: a parent is an enclosing call's frame, which is alive while this one is. Owner and subject live
    // until `body` has ended, which a parameter alone would not promise once this is inlined.
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
    // SAFETY: the variable only ever holds what `with` stored: the address of a frame of a call that is still
    // on this thread's stack, or null.
    waymark_thread_frame_get()?.pointee.depth ?? 0
  }

  /// The owner of the innermost frame.
  @inlinable
  public static var innermostOwner: AnyObject? {
    waymark_thread_frame_get().map { object($0.pointee.owner) }
  }

  /// The object at an address that a frame holds.
  @inlinable
  static func object(_ address: UnsafeRawPointer) -> AnyObject {
    // SAFETY: the call that pushed the frame keeps the object alive until it has popped it.
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

  /// Whether `owner` is making `subject` on this thread already.
  package static func contain(owner: AnyObject, subject: AnyObject) -> Bool {
    all.contains { $0.owner === owner && $0.subject === subject }
  }

  /// A number that no other living thread has.
  package static var threadIdentity: UInt { UInt(waymark_thread_identity()) }
}
