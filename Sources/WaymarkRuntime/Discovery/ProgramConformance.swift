/// A conformance record of a loaded image, read without checks.
///
/// Its layout is that of TargetProtocolConformanceDescriptor in `include/swift/ABI/Metadata.h`. In contrast
/// to ``ConformanceRecord``, reads aren't checked, which makes them five times as fast.
struct ProgramConformance {
  let address: UnsafeRawPointer

  /// Creates the record to which an entry of a section of conformance records points.
  init(entry: UnsafeRawPointer) {
    // SAFETY of all loads here: the compiler wrote the entry and the record, and the loader has mapped and
    // relocated them; `entry` is in a section that the runtime enumerates, and the runtime reads these same
    // words in the same way, for every record, when it answers the program's first question about a
    // conformance (`ProtocolConformance.cpp`). An entry is a relative pointer, and never null.
    address = entry + Int(entry.load(as: Int32.self))
  }

  /// Creates the record of the conformance to which a witness table belongs.
  init(ofWitnessTable table: UnsafeRawPointer) {
    // SAFETY: a witness table begins with the address of its record (TargetWitnessTable in
    // `include/swift/ABI/Metadata.h`), whether the compiler or the runtime made it.
    address = table.loadPointer()
  }

  // Four 32-bit fields: protocol, type, witness table, flags.
  private var flags: UInt32 { address.load(fromByteOffset: 12, as: UInt32.self) }

  /// The address of the protocol's descriptor; 0 if its library is weakly linked and missing.
  @inline(__always)
  var `protocol`: UInt {
    let target = target(ofRelativeAt: 0)
    // SAFETY: the lowest bit is set if the target is a word that contains the address.
    return target & 1 == 0 ? target : word(at: target & ~1)
  }

  /// The address of the type's descriptor; 0 for an Objective-C class, or if its library is missing.
  @inline(__always)
  var type: UInt {
    // Bits 3 to 5 are the format of the reference to the type (TypeReferenceKind).
    switch flags >> 3 & 7 {
    case 0: target(ofRelativeAt: 4)
    case 1: word(at: target(ofRelativeAt: 4))  // SAFETY: an indirect pointer, as above.
    default: 0
    }
  }

  /// Whether the type conforms for all generic arguments.
  var isUnconditional: Bool { flags & 0xFF00 == 0 }  // bits 8 to 15 count the requirements

  /// The isolation of a conformance.
  enum Isolation {
    case nonisolated
    case mainActor
    /// Another global actor, or one that the record names in an unusual way.
    case other
  }

  /// The isolation of the conformance.
  var isolation: Isolation {
    guard isIsolated else { return .nonisolated }
    guard let name = actorName?.assumingMemoryBound(to: UInt8.self) else { return .other }
    // SAFETY: a mangled name ends with a zero byte. "ScM" is `MainActor` (`docs/ABI/Mangling.rst`).
    return zip(0..., "ScM\0".utf8).allSatisfy { name[$0] == $1 } ? .mainActor : .other
  }

  var isIsolated: Bool { flags & 0x8_0000 != 0 }

  /// The global actor to which the conformance is isolated; nil if it isn't, or if the runtime can't find the actor.
  var isolatingActor: Metadata? { actorName.flatMap { MangledTypeName(address: $0).resolve() } }

  private var actorName: UnsafeRawPointer? {
    guard isIsolated else { return nil }
    // The reference to the actor is preceded by a retroactive conformance's context, the requirements of a conditional
    // conformance and the shapes of its packs, the resilient witnesses with their count, and the instantiation of a
    // generic table, each if a flag is set.
    var offset = 16
    if flags & 0x40 != 0 { offset += 4 }
    offset += 12 * Int(flags >> 8 & 0xFF) + 8 * Int(flags >> 24)
    if flags & 0x1_0000 != 0 { offset += 4 + 8 * Int(address.load(fromByteOffset: offset, as: UInt32.self)) }
    if flags & 0x2_0000 != 0 { offset += 12 }
    return UnsafeRawPointer(bitPattern: target(ofRelativeAt: offset))
  }

  @inline(__always)
  private func target(ofRelativeAt offset: Int) -> UInt {
    UInt(bitPattern: address + offset + Int(address.load(fromByteOffset: offset, as: Int32.self)))
  }

  @inline(__always)
  private func word(at address: UInt) -> UInt {
    UInt(bitPattern: UnsafeRawPointer(bitPattern: address)?.loadPointerIfPresent())
  }
}
