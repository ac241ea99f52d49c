import CWaymarkRuntime

/// The names in the symbol tables of the running program and of its loaded libraries.
package struct ProgramSymbols {
  /// The names that begin with the prefix, sorted, each once.
  package private(set) var names: [String] = []
  /// Whether the program's own table exists; stripping removes it.
  package private(set) var isComplete = false

  /// Reads the symbol tables of the program and of its loaded libraries.
  ///
  /// - Parameter prefix: The prefix of the names to return.
  /// - Complexity: Linear in the number of symbols.
  package init(prefix: String) {
    var found: Set<String> = []
    #if os(macOS) || os(iOS) || os(tvOS) || os(visionOS)
      withUnsafeMutablePointer(to: &found) { pointer in
        isComplete = waymark_for_each_symbol(
          prefix,
          { name, context in
            // SAFETY: `context` is the pointer above, which is valid during the call.
            context.assumingMemoryBound(to: Set<String>.self).pointee.insert(String(cString: name))
          }, pointer)
      }
    #else
      for (index, path) in Self.imagePaths.enumerated() {
        let file = waymark_map_file(path)
        guard let start = file.start else { continue }
        defer { waymark_unmap_file(file) }
        let symbols = ELFSymbols(UnsafeRawBufferPointer(start: start, count: file.length), prefix: prefix)
        found.formUnion(symbols.names)
        if index == 0 { isComplete = symbols.hasFullTable }
      }
    #endif
    names = found.sorted()
  }

  #if !(os(macOS) || os(iOS) || os(tvOS) || os(visionOS))
    private static var imagePaths: [String] {
      var paths: [String] = []
      withUnsafeMutablePointer(to: &paths) { pointer in
        waymark_for_each_image_path(
          { path, context in
            // SAFETY: `context` is the pointer below, which is valid during the call.
            context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
          }, pointer)
      }
      return paths
    }
  #endif

  /// Returns the demangled name of a symbol; nil if it isn't a Swift symbol.
  package static func demangled(_ name: String) -> String? {
    name.withCString { pointer in
      guard let text = waymark_demangle(pointer, name.utf8.count) else { return nil }
      defer { waymark_free(text) }
      return String(cString: text)
    }
  }
}
