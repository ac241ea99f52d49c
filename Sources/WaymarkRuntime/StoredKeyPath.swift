/// A key path through stored properties of structs only, for use on any thread.
///
/// The compiler considers a key path `Sendable` only if its literal captures nothing and the properties aren't
/// isolated, in contrast to the properties of a main-actor configuration.
package struct StoredKeyPath<Root, Value>: Sendable {
  // A key path's captures, such as the arguments of a subscript, and the code that it runs, such as the getter of an
  // isolated property, could be unsafe. The initializer accepts only paths with an offset in memory, and
  // `MemoryLayout.offset(of:)` returns one only if every component is stored directly in the value before it: such a
  // path captures nothing, and reads and writes at its offset access memory of the caller's own value.
  /// The offset of the property in a root, in bytes.
  private let offset: Int

  /// Creates a key path, or returns nil if a component isn't a stored property of a struct.
  package init?(_ path: WritableKeyPath<Root, Value>) {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return nil }
    self.offset = offset
  }

  /// Returns the result of a function for the property of a root, or nil if the root isn't stored as its type.
  ///
  /// This needs no lookup of a type, in contrast to a cast.
  package func read<Result>(_ root: Any, _ body: (Value) -> Result) -> Result? {
    func open<Stored>(_ root: Stored) -> Result? {
      guard Stored.self == Root.self else { return nil }
      // SAFETY: this is the purpose of the offset, by the documentation of `MemoryLayout.offset(of:)`. The types are
      // the same. The pointer is valid while the closure runs, and loading copies the value.
      return withUnsafePointer(to: root) {
        body(UnsafeRawPointer($0).load(fromByteOffset: offset, as: Value.self))
      }
    }
    return open(root)
  }

  /// Changes the property of a root, or returns false if the root isn't stored as its type.
  package func write(_ value: Value, _ root: inout Any) -> Bool {
    func open<Stored>(_ root: inout Stored) -> Bool {
      guard Stored.self == Root.self else { return false }
      // SAFETY: as in `read(_:_:)`. The types are the same, the property is variable, and the memory at its offset is
      // bound to the property's type as long as the root exists.
      withUnsafeMutablePointer(to: &root) {
        UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
      }
      return true
    }
    return open(&root)
  }
}
