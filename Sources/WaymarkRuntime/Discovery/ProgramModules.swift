/// The Swift modules of the running program and of its loaded libraries.
///
/// A module is known by the conformance records of its types. One without any is found by its symbols, as long as these
/// weren't stripped.
package struct ProgramModules {
  /// The modules with conformance records, sorted by name.
  package let names: [String]

  /// Reads the conformance records of all loaded images.
  ///
  /// - Complexity: Linear in the number of conformance records.
  package init() {
    var memory = ReadableMemory.images
    var found: Set<String> = []
    // A module has many types, and a type many conformances: the names of enclosing contexts are read once.
    var seen: Set<UInt> = []
    for section in ConformanceSection.all {
      for entry in 0..<section.count {
        let record = ProgramConformance(entry: section.start + 4 * entry)
        Self.addModule(of: record.type, to: &found, &seen, in: &memory)
      }
    }
    names = found.sorted()
  }

  /// Returns whether the program has a module.
  ///
  /// - Complexity: Linear in the number of symbols, if no conformance record is the module's.
  package func contains(_ name: String) -> Bool {
    // A mangled name begins with the module's, after its length (`docs/ABI/Mangling.rst`).
    names.contains(name)
      || !name.isEmpty && !ProgramSymbols(prefix: "$s\(name.utf8.count)\(name)").names.isEmpty
  }

  /// Adds the name of the module that encloses a context.
  private static func addModule(
    of context: UInt, to found: inout Set<String>, _ seen: inout Set<UInt>, in memory: inout ReadableMemory
  ) {
    var next = context
    while next != 0, seen.insert(next).inserted {
      // The lowest five bits of the flags are the kind, 0 for a module, whose name follows its parent.
      guard let flags = memory.number(at: next) else { return }
      guard flags & 0x1F == 0 else {
        guard let parent = memory.target(ofIndirectableAt: next &+ 4) else { return }
        next = parent
        continue
      }
      if let place = memory.target(ofRelativeAt: next &+ 8), let name = memory.text(at: place) {
        found.insert(name)
      }
      return
    }
  }
}
