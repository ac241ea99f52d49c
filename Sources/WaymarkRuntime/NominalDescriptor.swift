/// The compiler's record of a class, struct, or enum.
///
/// Its layout is that of TargetTypeContextDescriptor in `include/swift/ABI/Metadata.h`.
struct NominalDescriptor {
  let address: UnsafeRawPointer

  // SAFETY of all loads: the record begins with five 32-bit fields: flags, parent, name, accessor, and the
  // relative pointer to the field descriptor. That of a class continues with the name of the superclass, the
  // negative size of the metadata or a relative pointer to its bounds, the positive size, and the number of
  // words that the class adds, of 32 bits each.
  private var flags: UInt32 { address.load(as: UInt32.self) }

  /// The identity of the nominal type, regardless of its generic arguments.
  var identity: UInt { UInt(bitPattern: address) }

  /// Whether the type or an enclosing type has generic parameters.
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// The records of the stored properties or cases; nil if the program was compiled without them.
  var fields: FieldRecords? {
    let field = address + 16
    let offset = Int(field.load(as: Int32.self))
    return offset == 0 ? nil : FieldRecords(address: field + offset)
  }

  /// The distance in bytes from the start of a class's metadata to its generic arguments.
  ///
  /// It's nil if the runtime hasn't laid out a class with a superclass of another, resilient library.
  var classArgumentsOffset: Int? {
    let field = address + 24
    if flags & 1 << 29 != 0 {
      let bounds = field + Int(field.load(as: Int32.self))
      // SAFETY: TargetStoredClassMetadataBounds begins with the offset, one word, which is 0 until the first
      // metadata of the class is made.
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
  /// The descriptor of the nominal type: a Swift class, a struct, or an enum.
  var descriptor: NominalDescriptor? { nominalDescriptor.map(NominalDescriptor.init) }

  /// The generic arguments of the type, one word each; nil for a type that isn't generic.
  var genericArguments: UnsafeRawPointer? {
    guard let descriptor, descriptor.isGeneric else { return nil }
    // Those of a value type follow its kind and its descriptor.
    guard kind == .class else { return address + 2 * MemoryLayout<UInt>.size }
    return descriptor.classArgumentsOffset.map { address + $0 }
  }
}

/// The compiler's records of the stored properties of a class or struct.
///
/// Their layout is that of FieldDescriptor in `include/swift/RemoteInspection/Records.h`.
struct FieldRecords: Sequence, IteratorProtocol {
  private var upcoming: FieldRecord
  private var remaining: UInt32
  private let size: Int

  // SAFETY: the compiler wrote the descriptor into a loaded image: two relative pointers, the kind and the
  // size of a record in 16 bits each, the number of records in 32 bits, and the records.
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

  /// The name of the type, unresolved.
  var typeName: MangledTypeName? { target(at: 4).map(MangledTypeName.init) }

  /// The name in the source code; empty if the program was compiled without names.
  ///
  /// The name of a property wrapper's storage begins with an underscore.
  var name: String {
    target(at: 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }

  private func target(at offset: Int) -> UnsafeRawPointer? {
    // SAFETY: a record begins with flags and two relative pointers to strings that end with a zero byte, of
    // 32 bits each; a pointer of 0 is null.
    let distance = Int(address.load(fromByteOffset: offset, as: Int32.self))
    return distance == 0 ? nil : address + offset + distance
  }
}
