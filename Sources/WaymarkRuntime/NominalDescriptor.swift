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
