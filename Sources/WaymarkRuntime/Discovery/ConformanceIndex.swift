import CWaymarkRuntime

/// An index of the program's conformances by type and protocol, read from their records in one pass.
///
/// The runtime answers the first question about a type and a protocol by scanning all records, which takes 20
/// microseconds in a program with 12,000 of them. Building the index takes one such scan, and each answer one
/// lookup. The index contains what the records alone determine: a conformance that's conditional, that's
/// Objective-C's, or that's in a library that was loaded later isn't in it, and the runtime is asked instead.
package struct ConformanceIndex: Sendable {
  // SAFETY (`nonisolated(unsafe)`): never changed after `init`, like the memory of the images to which the
  // pointers point.
  private nonisolated(unsafe) let sections: [ConformanceSection]
  /// The numbers of entries, from 1, at the hashes of their types and protocols; 0 is an empty slot.
  ///
  /// Open addressing with linear probing, at most two thirds full. A number takes half the memory of an
  /// address, and the first access to each page of memory costs more than reading the records.
  private let slots: [UInt32]
  private let shift: Int

  /// The index of the images that were loaded when this property was first read.
  package static let program = ConformanceIndex()

  /// Creates an index of the images that are loaded now.
  ///
  /// - Complexity: Linear in the number of conformance records: 0.7 milliseconds for 30,000 of them, of which
  ///   two thirds are the first accesses to pages of memory.
  package init() {
    let sections = ConformanceSection.all
    let count = sections.last.map { $0.firstEntry + $0.count } ?? 0
    var bits = 1
    while 1 << bits < count * 3 / 2 + 1 { bits += 1 }
    let shift = UInt64.bitWidth - bits
    var slots: [UInt32] = Array(repeating: 0, count: 1 << bits)
    slots.withUnsafeMutableBufferPointer { slots in
      for section in sections {
        for entry in 0..<section.count {
          let record = ProgramConformance(entry: section.start + 4 * entry)
          guard record.isUnconditional else { continue }
          var slot = Self.home(of: record.type, record.protocol, shift)
          while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
          slots[slot] = UInt32(truncatingIfNeeded: section.firstEntry + entry + 1)
        }
      }
    }
    (self.sections, self.slots, self.shift) = (sections, slots, shift)
  }

  /// Returns the slot where the search for a pair starts (Fibonacci hashing, as in ``IdentityTable``).
  @inline(__always)
  private static func home(of type: UInt, _ descriptor: UInt, _ shift: Int) -> Int {
    // Both are addresses in loaded images: their lower halves distinguish them.
    let pair = UInt64(type) ^ UInt64(descriptor) << 32
    return Int(truncatingIfNeeded: (pair &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift))
  }

  /// Returns the record for a pair of descriptors.
  private func record(of type: UInt, _ descriptor: UInt) -> ProgramConformance? {
    var slot = Self.home(of: type, descriptor, shift)
    while slots[slot] != 0 {
      let record = record(ofEntry: Int(slots[slot]) - 1)
      if record.type == type && record.protocol == descriptor { return record }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func record(ofEntry entry: Int) -> ProgramConformance {
    var (low, high) = (0, sections.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sections[middle].firstEntry <= entry { low = middle } else { high = middle }
    }
    return ProgramConformance(entry: sections[low].start + 4 * (entry - sections[low].firstEntry))
  }

  /// A recorded conformance, which is unconditional.
  struct Found {
    let record: ProgramConformance
    /// The type to which the record belongs: the requested one, or a class that it inherits from.
    let declaring: Metadata

    /// The witness table; nil for a generic type, whose table may depend on its arguments.
    ///
    /// An inherited conformance has the table of the class that declares it, as in the runtime, which gets
    /// the table from the record for that class and caches it for the subclass
    /// (`swift_conformsToProtocolMaybeInstantiateSuperclasses`).
    var table: UnsafeRawPointer? {
      // SAFETY: record and type belong together. The instantiation arguments are those of generic types.
      declaring.isGeneric ? nil : waymark_witness_table(record.address, declaring.address)
    }
  }

  /// Returns the conformance of a type to a protocol.
  ///
  /// - Returns: The conformance; nil if the records don't determine it.
  func conformance(of type: Metadata, to descriptor: ProtocolDescriptor) -> Found? {
    let wanted = UInt(bitPattern: descriptor.address)
    var next: Metadata? = type
    while let current = next {
      if let identity = current.nominalIdentity, let record = record(of: identity, wanted) {
        return Found(record: record, declaring: current)
      }
      next = current.superclass
    }
    return nil
  }
}

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
