/// A requirement of a generic signature: 32 bits of flags and two relative pointers.
///
/// Its layout is that of TargetGenericRequirementDescriptor in `include/swift/ABI/Metadata.h`.
struct GenericRequirement {
  let address: UnsafeRawPointer

  enum Kind: Equatable {
    case conformance
    case sameType
    case baseClass
    case layout
    case other
  }

  // SAFETY of all loads: three 32-bit fields at `address`.
  var kind: Kind {
    switch address.load(as: UInt32.self) & 0x1F {
    case 0: .conformance
    case 1: .sameType
    case 2: .baseClass
    case 0x1F: .layout
    default: .other
    }
  }

  /// The mangled name of the constrained type: "x" for `Self` in a protocol.
  var subject: String { Self.mangledName(at: address + 4) }

  /// The mangled name of the type on the other side of a same-type or base-class requirement.
  var constraint: String { Self.mangledName(at: address + 8) }

  /// The protocol of a conformance requirement; nil if it isn't a Swift protocol.
  var `protocol`: ProtocolDescriptor? {
    let field = address + 8
    let offset = field.load(as: Int32.self)
    // The lowest bit is set if the pointer is indirect, the next one if the protocol is Objective-C's.
    guard offset & 2 == 0 else { return nil }
    let target = field + Int(offset & ~3)
    return ProtocolDescriptor(
      address: offset & 1 == 0 ? target : target.loadPointer())
  }

  private static func target(of field: UnsafeRawPointer) -> UnsafeRawPointer {
    field + Int(field.load(as: Int32.self))
  }

  /// Returns the name that a relative pointer points to, without its symbolic references.
  ///
  /// A mangled name ends with a zero byte; a control character below 0x20 is followed by a reference of
  /// four (0x01...0x17) or eight (0x18...0x1F) bytes (`docs/ABI/Mangling.rst`, symbolic references).
  private static func mangledName(at field: UnsafeRawPointer) -> String {
    let start = target(of: field).assumingMemoryBound(to: UInt8.self)
    var characters: [UInt8] = []
    var index = 0
    while start[index] != 0 {
      switch start[index] {
      case 0x01...0x17: index += 5
      case 0x18...0x1F: index += 9
      default:
        characters.append(start[index])
        index += 1
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
