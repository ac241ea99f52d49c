/// The metadata record of a type, as far as Waymark reads it.
///
/// Layouts: Swift's ABI, `docs/ABI/TypeMetadata.rst` and `include/swift/ABI/Metadata.h`.
package struct Metadata: Equatable {
  let address: UnsafeRawPointer

  /// The metadata of a type.
  package init(of type: Any.Type) {
    // SAFETY: a metatype value of type `Any.Type` is the address of the metadata, one word.
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  init(at address: UnsafeRawPointer) { self.address = address }

  /// The type whose metadata this is.
  package var type: Any.Type {
    // SAFETY: `address` is that of a metadata record: from `init(of:)` or from the runtime.
    unsafeBitCast(address, to: Any.Type.self)
  }

  /// The kinds of type that Waymark tells apart.
  package enum Kind: Equatable {
    case `class`
    case `struct`
    case `enum`
    case optional
    case existential
    case extendedExistential
    case other
  }

  /// The kind of the type (`include/swift/ABI/MetadataKind.def`).
  package var kind: Kind {
    // SAFETY: the first word of every metadata record is its kind; of a class it may be the address of
    // the Objective-C class object, which is above every number in use.
    let word = address.load(as: UInt.self)
    switch word {
    case 0, 0x800...: return .class
    case 0x203, 0x305: return .class  // foreign class, Objective-C class wrapper
    case 0x200: return .struct
    case 0x201: return .enum
    case 0x202: return .optional
    case 0x303: return .existential
    case 0x307: return .extendedExistential
    default: return .other
    }
  }

  /// The descriptor of the nominal type behind a struct, enum or optional: the same for all its generic
  /// arguments, and different for different types.
  package var valueDescriptor: UnsafeRawPointer? {
    switch kind {
    case .struct, .enum, .optional:
      // SAFETY: TargetValueMetadata has its descriptor in the second word.
      return address.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    default: return nil
    }
  }
}
