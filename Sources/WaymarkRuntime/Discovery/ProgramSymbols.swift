import CWaymarkRuntime

/// The names in the symbol tables of the running program and of the libraries that it has loaded.
package struct ProgramSymbols {
  /// The names that begin with the prefix, sorted, each once.
  package private(set) var names: [String] = []
  /// Whether the program's own table is there; stripping removes it.
  package private(set) var isComplete = false

  /// Reads the tables.
  ///
  /// - Parameter prefix: The beginning of the names that are wanted.
  /// - Complexity: Linear in the number of symbols.
  package init(prefix: String) {
    var found: Set<String> = []
    #if canImport(Darwin)
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

  /// A symbol's name as a person reads it; nil where it is no name of Swift's.
  package static func demangled(_ name: String) -> String? {
    name.withCString { pointer in
      guard let text = waymark_demangle(pointer, name.utf8.count) else { return nil }
      defer { waymark_free(text) }
      return String(cString: text)
    }
  }
}
