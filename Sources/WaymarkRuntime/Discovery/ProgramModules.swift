import CWaymarkRuntime

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

/// The compiler's record of a nominal type (TargetTypeContextDescriptor in `include/swift/ABI/Metadata.h`).
struct TypeDescriptor {
  /// The name without its module.
  let name: String
  /// The name with its module and the enclosing types; nil if it's declared in an extension.
  let qualifiedName: String?
  let isGeneric: Bool
  private let accessor: UInt

  init?(at address: UInt, in memory: inout ReadableMemory) {
    // Flags, parent, name, accessor, fields: 32 bits each. The lowest five bits of the flags are the kind,
    // 0x80 marks a generic type; of the upper half, the lowest two bits are the kind of metadata
    // initialization.
    guard let flags = memory.number(at: address), [16, 17, 18].contains(flags & 0x1F),
      flags >> 16 & 3 != 2,  // foreign: its metadata is not this program's to make
      let place = memory.target(ofRelativeAt: address &+ 8), let name = memory.text(at: place),
      let accessor = memory.target(ofRelativeAt: address &+ 12), memory.containsCode(accessor)
    else { return nil }
    self.name = name
    qualifiedName = Self.path(to: address, in: &memory)?.joined(separator: ".")
    self.accessor = accessor
    isGeneric = flags & 0x80 != 0
  }

  /// Returns the names of a context and its enclosing contexts, starting with the module.
  private static func path(to address: UInt, in memory: inout ReadableMemory) -> [String]? {
    var names: [String] = []
    var next = address
    // No program nests types that deep, but malformed data may contain a cycle.
    while names.count < 100 {
      guard let flags = memory.number(at: next) else { return nil }
      switch flags & 0x1F {
      case 0, 16, 17, 18:  // a module, a class, a struct, an enum
        guard let place = memory.target(ofRelativeAt: next &+ 8), let name = memory.text(at: place) else {
          return nil
        }
        names.append(name)
        if flags & 0x1F == 0 { return names.reversed() }
      case 2: break  // what is private in a file
      default: return nil
      }
      guard let parent = memory.target(ofIndirectableAt: next &+ 4) else { return nil }
      next = parent
    }
    return nil
  }

  /// The metadata of the type; nil for a generic one.
  var metadata: Metadata? {
    guard !isGeneric, let function = UnsafeRawPointer(bitPattern: accessor) else { return nil }
    // SAFETY: the compiler wrote the descriptor into a loaded image, and its accessor takes no generic
    // arguments.
    return waymark_call_metadata_accessor(function).map { Metadata(at: $0) }
  }
}
