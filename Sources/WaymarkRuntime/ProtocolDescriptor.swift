import CWaymarkRuntime

/// The compiler's record of a protocol (TargetProtocolDescriptor in `include/swift/ABI/Metadata.h`).
struct ProtocolDescriptor: Hashable {
  let address: UnsafeRawPointer

  // SAFETY of all loads: the record consists of 32-bit fields: flags, parent, name, number of requirements in
  // the signature, number of requirements, and names of the associated types, followed by the requirements of
  // the signature (12 bytes each) and the requirements (8 bytes each).
  private var signatureCount: Int { Int(address.load(fromByteOffset: 12, as: UInt32.self)) }
  private var requirementCount: Int { Int(address.load(fromByteOffset: 16, as: UInt32.self)) }
  private var signature: UnsafeRawPointer { address + 24 }
  private var requirements: UnsafeRawPointer { signature + 12 * signatureCount }

  /// The protocols from which this one inherits directly.
  var inherited: [ProtocolDescriptor] {
    (0..<signatureCount).compactMap { index in
      let requirement = GenericRequirement(address: signature + 12 * index)
      return requirement.kind == .conformance && requirement.subject == "x" ? requirement.protocol : nil
    }
  }

  /// This protocol and all protocols from which it inherits, directly or indirectly.
  var closure: Set<ProtocolDescriptor> {
    var found: Set<ProtocolDescriptor> = []
    var open = [self]
    while let next = open.popLast() {
      if found.insert(next).inserted { open += next.inherited }
    }
    return found
  }

  /// Returns the witness table of a type's conformance.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - index: The conformances of the program. Without it, and for what isn't in it, the runtime is asked.
  /// - Returns: The table, and the global actor to which the conformance is isolated; nil if the type
  ///   doesn't conform.
  func conformance(
    of type: Metadata, using index: ConformanceIndex? = nil
  ) -> (table: UnsafeRawPointer, isolation: Any.Type?)? {
    if let found = index?.conformance(of: type, to: self), let table = found.table {
      switch found.record.isolation {
      case .nonisolated: return (table, nil)
      case .mainActor: return (table, MainActor.self)
      case .other: break
      }
    }
    var isolation: UnsafeRawPointer?
    guard let table = waymark_conformance(type.address, address, &isolation) else { return nil }
    #if _ptrauth(_arm64e)
      // The function hasn't reported the isolation, but the record has it.
      let record = ProgramConformance(ofWitnessTable: table)
      let actor = record.isolatingActor
      return record.isIsolated && actor == nil ? nil : (table, actor?.type)
    #else
      return (table, isolation.map { Metadata(at: $0).type })
    #endif
  }

  /// Returns the associated type of a conforming type by its name.
  ///
  /// - Returns: The type; nil if the protocol itself declares no such associated type.
  func associatedType(_ name: Substring, of type: Metadata, in table: UnsafeRawPointer) -> Any.Type? {
    let offset = address.load(fromByteOffset: 20, as: Int32.self)
    guard offset != 0 else { return nil }
    // SAFETY: a relative pointer to a C string with the names, separated by spaces, in the order of the
    // requirements that are associated types.
    let list = String(cString: (address + 20 + Int(offset)).assumingMemoryBound(to: CChar.self))
    guard let position = list.split(separator: " ").firstIndex(of: name) else { return nil }
    let accessors = (0..<requirementCount).map { requirements + 8 * $0 }
      .filter { $0.load(as: UInt32.self) & 0xF == 7 }  // AssociatedTypeAccessFunction
    guard accessors.indices.contains(position) else { return nil }
    // The requirement base lies one requirement before the first (WitnessTableFirstRequirementOffset).
    let response = swift_getAssociatedTypeWitness(
      0, table, type.address, requirements - 8, accessors[position])
    return response.metadata.map { Metadata(at: $0).type }
  }
}

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
