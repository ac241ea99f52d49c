import CWaymarkRuntime

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
