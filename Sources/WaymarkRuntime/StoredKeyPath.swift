/// A key path each component of which is a stored property of a struct, for use on any thread.
///
/// The compiler considers a key path `Sendable` only if its literal captures nothing, and if the properties aren't
/// isolated. So those of a configuration that's isolated to the main actor aren't.
package struct StoredKeyPath<Root, Value>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): a key path is immutable. What could be unsafe is what it captures, such as the
  // arguments of a subscript, and the code that it runs, such as the getter of a property that's isolated to an actor.
  // The initializer accepts only paths with an offset in memory, and `MemoryLayout.offset(of:)` returns one only if
  // every component is stored directly in the value before it: such a path captures nothing, and reading and writing
  // through it are accesses to memory of the caller's own value.
  private let path: WritableKeyPath<Root, Value>
  /// The offset of the property in a root, in bytes.
  private let offset: Int

  /// Creates a key path; nil if a component isn't a stored property of a struct.
  package init?(_ path: WritableKeyPath<Root, Value>) {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return nil }
    self.path = path
    self.offset = offset
  }

  /// Returns the value of the property.
  package func value(in root: Root) -> Value {
    // SAFETY: this is what the offset is for, by the documentation of `MemoryLayout.offset(of:)`. The pointer is valid
    // while the closure runs, and loading copies the value.
    withUnsafePointer(to: root) { UnsafeRawPointer($0).load(fromByteOffset: offset, as: Value.self) }
  }

  /// Changes the value of the property.
  package func set(_ value: Value, in root: inout Root) { root[keyPath: path] = value }
}
