public import CWaymarkRuntime

/// The object that's installed for the whole process, for code that has none bound.
///
/// It's a static C variable, because a Swift global is initialized when it's first used, which each use
/// checks.
public enum InstalledObject {
  /// Returns the installed object; nil if this thread is resolving something, or a task has ever bound
  /// another object.
  ///
  /// - Parameter type: The class of all objects that are installed, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public static func unretained<Object: AnyObject>(as type: Object.Type) -> UnretainedReference<Object>? {
    guard waymark_thread_frame_get() == nil, let object = waymark_installed_object_get() else { return nil }
    // SAFETY: by the caller's proof; `set` receives objects that exist as long as the process.
    return UnretainedReference(Unmanaged<Object>.fromOpaque(object))
  }

  /// Sets the installed object, or nil once a task has bound another one.
  ///
  /// - Parameter reference: An object that exists as long as the process.
  package static func set<Object>(_ reference: UnretainedReference<Object>?) {
    waymark_installed_object_set(reference.map { UnsafeRawPointer($0.reference.toOpaque()) })
  }
}
