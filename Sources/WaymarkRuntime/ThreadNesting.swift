public import CWaymarkRuntime

/// The objects of a thread's nested synchronous work, such as the modules whose blocks it reads.
///
/// A thread-local variable has the innermost object, which takes a tenth of the time of a task-local value.
public enum ThreadNesting {
  /// Returns the innermost object of the calling thread, or nil.
  ///
  /// - Parameter type: The class of all objects, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public static func innermost<Object: AnyObject>(as type: Object.Type) -> Object? {
    // SAFETY: only `with` sets the variable: to null, or to the object of a call that is still on this thread's stack
    // and retains the object. The class is right by the caller's proof.
    waymark_thread_nesting_get().map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls `body` with another innermost object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - body: The work, which is synchronous, so it starts and ends on this thread.
  @inlinable
  @inline(__always)
  public static func with<Result>(_ object: AnyObject, _ body: () -> Result) -> Result {
    let outer = waymark_thread_nesting_get()
    // SAFETY: the outer object belongs to an enclosing call, and this call retains its own until `body` has ended.
    waymark_thread_nesting_set(Unmanaged.passUnretained(object).toOpaque())
    defer {
      waymark_thread_nesting_set(outer)
      withExtendedLifetime(object) {}
    }
    return body()
  }
}
