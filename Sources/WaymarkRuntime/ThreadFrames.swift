import CWaymarkRuntime

/// One level of what a thread is doing for a registry: an object being made, or a registry being bound.
///
/// A frame lives on the stack of the synchronous call that pushed it, so neither pushing nor popping
/// allocates, and no frame outlives its call.
struct ThreadFrame {
  let parent: UnsafePointer<ThreadFrame>?
  let owner: Unmanaged<AnyObject>
  let subject: Unmanaged<AnyObject>?
  let depth: Int

  init(parent: UnsafePointer<ThreadFrame>?, owner: AnyObject, subject: AnyObject?) {
    self.parent = parent
    self.owner = .passUnretained(owner)
    self.subject = subject.map { .passUnretained($0) }
    // SAFETY: a parent is an enclosing call's frame, which is alive while this one is.
    depth = parent.map { $0.pointee.depth + 1 } ?? 1
  }
}

/// The frames of the current thread, innermost first.
///
/// All functions concern the calling thread only, and may be called on any.
package enum ThreadFrames {
  static var innermost: UnsafePointer<ThreadFrame>? {
    // SAFETY: the variable only ever holds what `with` stored: the address of a `ThreadFrame` of a call
    // that is still on this thread's stack, or null.
    waymark_thread_frame_get().map { UnsafePointer($0.assumingMemoryBound(to: ThreadFrame.self)) }
  }

  /// Runs `body` with one more frame.
  ///
  /// - Parameters:
  ///   - owner: The registry that is at work; kept alive by the caller.
  ///   - subject: The route that is being made, or nil where a registry is only bound.
  ///   - body: The work. It is synchronous: it starts and ends on this thread.
  package static func with<Result, Failure: Error>(
    owner: AnyObject, subject: AnyObject?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let parent = waymark_thread_frame_get()
    let frame = ThreadFrame(parent: innermost, owner: owner, subject: subject)
    return try withUnsafePointer(to: frame) { (pointer) throws(Failure) in
      waymark_thread_frame_set(UnsafeMutableRawPointer(mutating: pointer))
      defer { waymark_thread_frame_set(parent) }
      return try body()
    }
  }

  /// The number of frames.
  package static var depth: Int {
    // SAFETY: see `innermost`.
    innermost.map { $0.pointee.depth } ?? 0
  }

  /// The owner of the innermost frame.
  package static var innermostOwner: AnyObject? {
    // SAFETY: the call that pushed the frame keeps the owner alive.
    innermost.map { $0.pointee.owner.takeUnretainedValue() }
  }

  /// All frames, innermost first.
  package static var all: [(owner: AnyObject, subject: AnyObject?)] {
    var frames: [(owner: AnyObject, subject: AnyObject?)] = []
    var next = innermost
    while let frame = next {
      // SAFETY: as in `innermostOwner`, for the subject too.
      frames.append((frame.pointee.owner.takeUnretainedValue(), frame.pointee.subject?.takeUnretainedValue()))
      next = frame.pointee.parent
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
