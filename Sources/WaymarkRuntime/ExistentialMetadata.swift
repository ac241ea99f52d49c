import CWaymarkRuntime

/// The metadata of `any P`, of a composition, of `Any`, or of `AnyObject`.
///
/// Its layout is TargetExistentialTypeMetadata in `include/swift/ABI/Metadata.h`.
struct ExistentialMetadata {
  let metadata: Metadata

  init?(_ metadata: Metadata) {
    guard metadata.kind == .existential else { return nil }
    self.metadata = metadata
  }

  // SAFETY of all loads: after the kind word come 32 bits of flags, a 32-bit count of protocols, the superclass, if a
  // flag is set, and a word for each protocol.
  private var flags: UInt32 { metadata.address.load(fromByteOffset: 8, as: UInt32.self) }
  var protocolCount: Int { Int(metadata.address.load(fromByteOffset: 12, as: UInt32.self)) }
  private var hasSuperclass: Bool { flags & 0x4000_0000 != 0 }

  /// Whether the existential can store only objects.
  var isClassBound: Bool { flags & 0x8000_0000 == 0 }

  /// Whether an `InlineValue` has room for the words of the object, or of a buffer and its metadata, and of the tables.
  var fitsInline: Bool { (isClassBound ? 1 : 4) + protocolCount <= 5 }

  /// Whether this is `any Error`, a reference to a box.
  var isError: Bool { flags >> 24 & 0x3F == 1 }

  /// The class of a composition such as `Screen & EditorInput`.
  var superclass: Any.Type? {
    guard hasSuperclass else { return nil }
    return Metadata(at: metadata.address.loadPointer(fromByteOffset: 16)).type
  }

  /// The protocols, without inherited ones, or nil if one of them isn't a Swift protocol.
  var protocols: [ProtocolDescriptor]? {
    let known = (0..<protocolCount).compactMap(protocolDescriptor)
    return known.count == protocolCount ? known : nil
  }

  /// Returns one of the protocols, or nil if it isn't a Swift protocol.
  func protocolDescriptor(at index: Int) -> ProtocolDescriptor? {
    let first = hasSuperclass ? 24 : 16
    // The lowest bit marks an Objective-C protocol on Apple platforms.
    guard let address = metadata.address.loadPointerIfPresent(fromByteOffset: first + 8 * index),
      UInt(bitPattern: address) & 1 == 0
    else { return nil }
    return ProtocolDescriptor(address: address)
  }

  /// The type `any P.Type` for this `any P`.
  var metatype: Any.Type {
    Metadata(at: swift_getExistentialMetatypeMetadata(metadata.address)).type
  }
}

/// The metadata of an existential with constrained associated types, such as `any Sequence<Int>`.
///
/// Its layout is TargetExtendedExistentialTypeMetadata and …Shape in `include/swift/ABI/Metadata.h`. The shape contains
/// a generic signature: the constrained associated types are its parameters, the value's own type is one more, and the
/// requirements connect them. The metadata adds the arguments for the parameters.
struct ExtendedExistentialMetadata {
  let metadata: Metadata

  init?(_ metadata: Metadata) {
    // SAFETY: the second word is the shape. Its lowest byte is 0 for a plain existential or 1 for a class-bound one.
    // Other numbers are metatypes and explicit layouts, which this type doesn't read.
    guard metadata.kind == .extendedExistential else { return nil }
    self.metadata = metadata
    guard flags & 0xFF <= 1, flags & (Flag.typeExpression | Flag.typePacks) == 0 else { return nil }
  }

  private enum Flag {
    static let generalizationSignature: UInt32 = 0x100
    static let typeExpression: UInt32 = 0x200
    static let suggestedWitnesses: UInt32 = 0x400
    static let implicitRequirementParameters: UInt32 = 0x800
    static let implicitGeneralizationParameters: UInt32 = 0x1000
    static let typePacks: UInt32 = 0x2000
  }

  private var shape: UnsafeRawPointer { metadata.address.loadPointer(fromByteOffset: 8) }
  private var flags: UInt32 { shape.load(as: UInt32.self) }

  /// Whether the existential can store only objects.
  var isClassBound: Bool { flags & 0xFF == 1 }

  /// The requirements of the signature.
  var requirements: [GenericRequirement] {
    let parameterCount = Int(shape.load(fromByteOffset: 8, as: UInt16.self))
    let requirementCount = Int(shape.load(fromByteOffset: 10, as: UInt16.self))
    var offset = 16
    var generalizedCount = 0
    if flags & Flag.suggestedWitnesses != 0 { offset += 4 }
    if flags & Flag.generalizationSignature != 0 {
      generalizedCount = Int(shape.load(fromByteOffset: offset, as: UInt16.self))
      offset += 8
    }
    if flags & Flag.implicitRequirementParameters == 0 { offset += parameterCount }
    if flags & Flag.implicitGeneralizationParameters == 0 { offset += generalizedCount }
    offset = (offset + 3) & ~3
    return (0..<requirementCount).map { GenericRequirement(address: shape + offset + 12 * $0) }
  }

  /// Returns the argument for the parameter with a mangled name.
  ///
  /// The name "x" is the first parameter, "q_" the second, "q0_" the third (`docs/ABI/Mangling.rst`, dependent types).
  func argument(for parameter: String) -> Any.Type? {
    let index: Int
    switch parameter {
    case "x": index = 0
    case "q_": index = 1
    default:
      guard parameter.hasPrefix("q"), parameter.hasSuffix("_"),
        let number = Int(parameter.dropFirst().dropLast())
      else { return nil }
      index = number + 2
    }
    // SAFETY: the arguments follow the shape, one word each, types first. The name comes from a requirement about such
    // a parameter.
    return Metadata(at: metadata.address.loadPointer(fromByteOffset: 16 + 8 * index)).type
  }
}
