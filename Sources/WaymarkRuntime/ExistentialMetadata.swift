import CWaymarkRuntime

/// The metadata of `any P`, of a composition, of `Any`, or of `AnyObject`.
///
/// Its layout is that of TargetExistentialTypeMetadata in `include/swift/ABI/Metadata.h`.
struct ExistentialMetadata {
  let metadata: Metadata

  init?(_ metadata: Metadata) {
    guard metadata.kind == .existential else { return nil }
    self.metadata = metadata
  }

  // SAFETY of all loads: the kind word is followed by 32 bits of flags and a 32-bit count of protocols, then
  // by the superclass, if a flag is set, and then by a word for each protocol.
  private var flags: UInt32 { metadata.address.load(fromByteOffset: 8, as: UInt32.self) }
  private var protocolCount: Int { Int(metadata.address.load(fromByteOffset: 12, as: UInt32.self)) }
  private var hasSuperclass: Bool { flags & 0x4000_0000 != 0 }

  /// Whether only objects can be stored.
  var isClassBound: Bool { flags & 0x8000_0000 == 0 }

  /// Whether this is `any Error`, a reference to a box.
  var isError: Bool { flags >> 24 & 0x3F == 1 }

  /// The class of a composition such as `Screen & EditorInput`.
  var superclass: Any.Type? {
    guard hasSuperclass else { return nil }
    return Metadata(at: metadata.address.loadPointer(fromByteOffset: 16)).type
  }

  /// The protocols, without inherited ones; nil if one of them isn't a Swift protocol.
  var protocols: [ProtocolDescriptor]? {
    let first = hasSuperclass ? 24 : 16
    var result: [ProtocolDescriptor] = []
    for index in 0..<protocolCount {
      // The lowest bit marks an Objective-C protocol on Apple platforms.
      guard let address = metadata.address.loadPointerIfPresent(fromByteOffset: first + 8 * index),
        UInt(bitPattern: address) & 1 == 0
      else { return nil }
      result.append(ProtocolDescriptor(address: address))
    }
    return result
  }

  /// The type `any P.Type` for this `any P`.
  var metatype: Any.Type {
    Metadata(at: swift_getExistentialMetatypeMetadata(metadata.address)).type
  }
}
