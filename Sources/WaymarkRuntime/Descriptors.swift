import CWaymarkRuntime

/// The compiler's record of a context: a module, a type, or what encloses one.
///
/// Its layout is TargetContextDescriptor in `include/swift/ABI/Metadata.h`.
struct ContextDescriptor {
  let address: UnsafeRawPointer

  enum Kind {
    case module
    /// The context of private declarations.
    case anonymous
    case `class`
    case `struct`
    case `enum`
    case other
  }

  // SAFETY of all loads: the compiler wrote the record, and the loader has mapped and relocated it. The record begins
  // with 32-bit fields: flags, a relative pointer to the enclosing context, which the lowest bit marks as indirect, and
  // for a module and a type, a relative pointer to the null-terminated name.

  /// The kind, from the lowest five bits of the flags (ContextDescriptorKind).
  var kind: Kind {
    switch address.load(as: UInt32.self) & 0x1F {
    case 0: .module
    case 2: .anonymous
    case 16: .class
    case 17: .struct
    case 18: .enum
    default: .other
    }
  }

  /// The enclosing context, or nil for a module, or if its weakly linked library is missing.
  var parent: ContextDescriptor? {
    guard let target = address.relativeTarget(fromByteOffset: 4) else { return nil }
    guard UInt(bitPattern: target) & 1 != 0 else { return ContextDescriptor(address: target) }
    return (target - 1).loadPointerIfPresent().map { ContextDescriptor(address: $0) }
  }

  /// The name of a module or a type, without the enclosing contexts.
  var name: String { address.relativeText(fromByteOffset: 8) ?? "" }
}

/// The compiler's record of a class, struct, or enum.
///
/// Its layout is TargetTypeContextDescriptor in `include/swift/ABI/Metadata.h`.
struct NominalDescriptor {
  let address: UnsafeRawPointer

  // SAFETY of all loads: the record begins with five 32-bit fields: flags, parent, name, accessor, and the relative
  // pointer to the field descriptor. For a class, these fields of 32 bits each follow: the name of the superclass, the
  // negative size of the metadata or a relative pointer to its bounds, the positive size, and the number of words that
  // the class adds.
  private var flags: UInt32 { address.load(as: UInt32.self) }

  /// The beginning of the record.
  var context: ContextDescriptor { ContextDescriptor(address: address) }

  /// The name with its module and the enclosing types, or nil for a type in an extension.
  var qualifiedName: String? {
    var names: [String] = []
    var next: ContextDescriptor? = context
    while let context = next {
      switch context.kind {
      case .module, .class, .struct, .enum: names.append(context.name)
      case .anonymous: break
      case .other: return nil
      }
      next = context.parent
    }
    return names.reversed().joined(separator: ".")
  }

  /// The metadata of the type, or nil for a generic one, or one of another language.
  var metadata: Metadata? {
    // The lowest two bits of the upper half are the kind of initialization, and 2 is that of a foreign type.
    guard !isGeneric, flags >> 16 & 3 != 2, let accessor = address.relativeTarget(fromByteOffset: 12) else {
      return nil
    }
    // SAFETY: the accessor takes no generic arguments.
    return waymark_call_metadata_accessor(accessor).map { Metadata(at: $0) }
  }

  /// The identity of the nominal type, regardless of its generic arguments.
  var identity: UInt { UInt(bitPattern: address) }

  /// Whether the type or an enclosing type has generic parameters.
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// The records of the stored properties or cases, or nil if the program was compiled without them.
  var fields: FieldRecords? {
    address.relativeTarget(fromByteOffset: 16).map(FieldRecords.init)
  }

  /// The distance in bytes from the start of a class's metadata to its generic arguments.
  ///
  /// It's nil if the runtime hasn't laid out a class with a superclass from a resilient library.
  var classArgumentsOffset: Int? {
    let field = address + 24
    if flags & 1 << 29 != 0 {
      let bounds = field + Int(field.load(as: Int32.self))
      // SAFETY: TargetStoredClassMetadataBounds begins with the offset, one word, which is 0 until the runtime has
      // created the first metadata of the class.
      let offset = bounds.load(as: Int.self)
      return offset == 0 ? nil : offset
    }
    let (negativeSize, positiveSize) = (
      field.load(as: UInt32.self), address.load(fromByteOffset: 28, as: UInt32.self)
    )
    let added = address.load(fromByteOffset: 32, as: UInt32.self)
    let words = flags & 1 << 28 != 0 ? -Int(negativeSize) : Int(positiveSize) - Int(added)
    return words * MemoryLayout<UInt>.size
  }
}

extension Metadata {
  /// The records of the stored properties or cases, or nil if the program was compiled without them.
  var fields: FieldRecords? { descriptor?.fields }

  /// Returns the type of a stored property, or nil if the runtime can't find it.
  func type(of record: FieldRecord) -> Metadata? {
    guard let descriptor else { return nil }
    return record.typeName?.resolve(in: descriptor, arguments: genericArguments)
  }

  /// The generic arguments of the type, one word each, or nil for a type that isn't generic.
  var genericArguments: UnsafeRawPointer? {
    guard let descriptor, descriptor.isGeneric else { return nil }
    // The arguments of a value type follow its kind and its descriptor.
    guard kind == .class else { return address + 2 * MemoryLayout<UInt>.size }
    return descriptor.classArgumentsOffset.map { address + $0 }
  }
}

/// The compiler's records of the stored properties of a class or struct.
///
/// Their layout is FieldDescriptor in `include/swift/RemoteInspection/Records.h`.
struct FieldRecords: Sequence, IteratorProtocol {
  private var upcoming: FieldRecord
  private var remaining: UInt32
  private let size: Int

  // SAFETY: the compiler wrote the descriptor into a loaded image: two relative pointers, the kind and the size of a
  // record in 16 bits each, the number of records in 32 bits, and the records.
  init(address: UnsafeRawPointer) {
    size = Int(address.load(fromByteOffset: 10, as: UInt16.self))
    remaining = address.load(fromByteOffset: 12, as: UInt32.self)
    upcoming = FieldRecord(address: address + 16)
  }

  mutating func next() -> FieldRecord? {
    guard remaining > 0 else { return nil }
    defer {
      remaining -= 1
      upcoming = FieldRecord(address: upcoming.address + size)
    }
    return upcoming
  }
}

/// The compiler's record of a stored property.
struct FieldRecord {
  fileprivate let address: UnsafeRawPointer

  // SAFETY of both: a record begins with flags and two relative pointers to null-terminated strings, of 32 bits each.

  /// The name of the type, unresolved.
  var typeName: MangledTypeName? { address.relativeTarget(fromByteOffset: 4).map(MangledTypeName.init) }

  /// The name in the source code, or an empty string if the program was compiled without names.
  ///
  /// The name of a property wrapper's storage begins with an underscore.
  var name: String { address.relativeText(fromByteOffset: 8) ?? "" }
}

/// The compiler's record of a protocol (TargetProtocolDescriptor in `include/swift/ABI/Metadata.h`).
struct ProtocolDescriptor: Hashable {
  let address: UnsafeRawPointer

  // SAFETY of all loads: the record has 32-bit fields: flags, parent, name, number of requirements in the signature,
  // number of requirements, and names of the associated types. The requirements of the signature (12 bytes each) and
  // the requirements (8 bytes each) follow.
  private var signatureCount: Int { Int(address.load(fromByteOffset: 12, as: UInt32.self)) }
  private var requirementCount: Int { Int(address.load(fromByteOffset: 16, as: UInt32.self)) }
  private var signature: UnsafeRawPointer { address + 24 }
  private var requirements: UnsafeRawPointer { signature + 12 * signatureCount }

  /// The protocols that this one inherits from directly.
  var inherited: [ProtocolDescriptor] {
    (0..<signatureCount).compactMap { index in
      let requirement = GenericRequirement(address: signature + 12 * index)
      return requirement.kind == .conformance && requirement.subject == "x" ? requirement.protocol : nil
    }
  }

  /// This protocol and all protocols that it inherits from, directly or indirectly.
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
  ///   - index: The conformances of the program. The runtime answers for types that aren't in it, or without it.
  /// - Returns: The table, and the global actor of an isolated conformance, or nil if the type doesn't conform.
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

  /// Returns a conforming type's associated type, or nil if the protocol itself declares none with the name.
  func associatedType(_ name: Substring, of type: Metadata, in table: UnsafeRawPointer) -> Any.Type? {
    // SAFETY: a relative pointer to a C string with the names, separated by spaces, in the order of the requirements
    // for associated types.
    guard let names = address.relativeText(fromByteOffset: 20),
      let position = names.split(separator: " ").firstIndex(of: name)
    else { return nil }
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
/// Its layout is TargetGenericRequirementDescriptor in `include/swift/ABI/Metadata.h`.
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
  var subject: String { name(at: 4) }

  /// The mangled name of the type on the other side of a same-type or base-class requirement.
  var constraint: String { name(at: 8) }

  /// The protocol of a conformance requirement, or nil if it isn't a Swift protocol.
  var `protocol`: ProtocolDescriptor? {
    let field = address + 8
    let offset = field.load(as: Int32.self)
    // The lowest bit marks an indirect pointer, and the next one an Objective-C protocol.
    guard offset & 2 == 0 else { return nil }
    let target = field + Int(offset & ~3)
    return ProtocolDescriptor(
      address: offset & 1 == 0 ? target : target.loadPointer())
  }

  private func name(at offset: Int) -> String {
    address.relativeTarget(fromByteOffset: offset).map { MangledTypeName(address: $0).text } ?? ""
  }
}
