/// A conformance record, as far as it can be read.
///
/// Its layout is that of TargetProtocolConformanceDescriptor in `include/swift/ABI/Metadata.h`.
///
/// Everything is read through `ReadableMemory`: a record that's truncated, malformed, or unknown gives nil.
struct ConformanceRecord {
  let address: UInt
  /// The address of the protocol's descriptor.
  let `protocol`: UInt
  /// The address of the type's descriptor.
  let type: UInt
  let isIsolated: Bool

  init?(at address: UInt, in memory: inout ReadableMemory) {
    // Four 32-bit fields: protocol, type, witness table, flags.
    guard let flags = memory.number(at: address &+ 12),
      let descriptor = memory.target(ofIndirectableAt: address)
    else { return nil }
    // Bits 3 to 5 are the format of the reference to the type (TypeReferenceKind).
    switch flags >> 3 & 7 {
    case 0:
      guard let type = memory.target(ofRelativeAt: address &+ 4) else { return nil }
      self.type = type
    case 1:
      guard let place = memory.target(ofRelativeAt: address &+ 4), let type = memory.pointer(at: place) else {
        return nil
      }
      self.type = type
    default: return nil  // A class of Objective-C, or a kind that is not known.
    }
    self.address = address
    self.protocol = descriptor
    isIsolated = flags & 0x8_0000 != 0
  }
}
