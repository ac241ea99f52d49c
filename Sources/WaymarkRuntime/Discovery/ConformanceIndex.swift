import CWaymarkRuntime

/// An index of the program's conformances by type and protocol, read from their records in one pass.
///
/// The runtime scans all records for the first query about a type and a protocol, which takes 20 microseconds for
/// 12,000 records. Building the index takes one such scan, and each answer one lookup. For conformances that the
/// records alone don't determine, ask the runtime instead: conditional ones, Objective-C's, and ones from a library
/// that the program loaded later.
package struct ConformanceIndex: Sendable {
  // SAFETY (`nonisolated(unsafe)`): never changed after `init`, like the images in memory that the pointers refer to.
  private nonisolated(unsafe) let sections: [ConformanceSection]
  /// The numbers of entries, from 1, at the hashes of their types and protocols, or 0 in an empty slot.
  ///
  /// Open addressing with linear probing, at most two thirds full. A number takes a quarter or half of the memory of an
  /// address, and the first access to each page of memory costs more than reading the records.
  private let slots: Slots
  private let shift: Int

  /// The numbers in as few bytes as the greatest one needs.
  private enum Slots {
    case small([UInt16])
    case large([UInt32])
  }

  /// The index of the images that were loaded at the first access to this property.
  package static let program = ConformanceIndex()

  /// Creates an index of the currently loaded images.
  ///
  /// - Complexity: Linear in the number of conformance records: 0.7 milliseconds for 30,000 records, two thirds of it
  ///   for the first accesses to pages of memory.
  package init() {
    let sections = ConformanceSection.all
    let count = sections.last.map { $0.firstEntry + $0.count } ?? 0
    var bits = 1
    while 1 << bits < count * 3 / 2 + 1 { bits += 1 }
    let shift = UInt64.bitWidth - bits
    self.sections = sections
    self.shift = shift
    slots =
      count <= UInt16.max
      ? .small(Self.slots(sections, count: 1 << bits, shift))
      : .large(Self.slots(sections, count: 1 << bits, shift))
  }

  private static func slots<Number: FixedWidthInteger>(
    _ sections: [ConformanceSection], count: Int, _ shift: Int
  ) -> [Number] {
    Array(unsafeUninitializedCapacity: count) { slots, initialized in
      slots.initialize(repeating: 0)
      initialized = count
      for section in sections {
        for entry in 0..<section.count {
          let record = ProgramConformance(entry: section.start + 4 * entry)
          guard record.isUnconditional else { continue }
          var slot = home(of: record.type, record.protocol, shift)
          while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
          slots[slot] = Number(truncatingIfNeeded: section.firstEntry + entry + 1)
        }
      }
    }
  }

  /// Returns the slot where the search for a pair starts (Fibonacci hashing, as in ``IdentityTable``).
  @inline(__always)
  private static func home(of type: UInt, _ descriptor: UInt, _ shift: Int) -> Int {
    // The lower halves distinguish two addresses in loaded images.
    let pair = UInt64(type) ^ UInt64(descriptor) << 32
    return Int(truncatingIfNeeded: (pair &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift))
  }

  /// Returns the record for a pair of descriptors.
  private func record(of type: UInt, _ descriptor: UInt) -> ProgramConformance? {
    switch slots {
    case .small(let slots): record(of: type, descriptor, in: slots)
    case .large(let slots): record(of: type, descriptor, in: slots)
    }
  }

  private func record<Number: FixedWidthInteger>(
    of type: UInt, _ descriptor: UInt, in slots: [Number]
  ) -> ProgramConformance? {
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

  /// A recorded, unconditional conformance.
  struct Found {
    let record: ProgramConformance
    /// The type of the record: the requested one, or a superclass.
    let declaring: Metadata

    /// The witness table, or nil for a generic type, which may have different tables for different arguments.
    ///
    /// An inherited conformance has the table of the class that declares it, as in the runtime, which gets the table
    /// from the record for that class and caches it for the subclass
    /// (`swift_conformsToProtocolMaybeInstantiateSuperclasses`).
    var table: UnsafeRawPointer? {
      // SAFETY: record and type belong together. Only generic types need instantiation arguments.
      guard let descriptor = declaring.descriptor, !descriptor.isGeneric else { return nil }
      return waymark_witness_table(record.address, declaring.address)
    }
  }

  /// Returns the conformance of a type to a protocol, or nil if the records don't determine it.
  func conformance(of type: Metadata, to descriptor: ProtocolDescriptor) -> Found? {
    let wanted = UInt(bitPattern: descriptor.address)
    var next: Metadata? = type
    while let current = next {
      if let identity = current.descriptor?.identity, let record = record(of: identity, wanted) {
        return Found(record: record, declaring: current)
      }
      next = current.superclass
    }
    return nil
  }
}

/// A conformance record of a loaded image.
///
/// Its layout is TargetProtocolConformanceDescriptor in `include/swift/ABI/Metadata.h`.
struct ProgramConformance {
  let address: UnsafeRawPointer

  /// Creates the record for an entry of a section of conformance records.
  init(entry: UnsafeRawPointer) {
    // SAFETY of all loads here: the compiler wrote the entry and the record, and the loader has mapped and relocated
    // them. The entry is in a section that the runtime enumerates, and the runtime reads the same words in the same
    // way, for every record, when it answers the program's first query about a conformance
    // (`ProtocolConformance.cpp`). An entry is a relative pointer, and never null.
    address = entry + Int(entry.load(as: Int32.self))
  }

  /// Creates the record for a witness table.
  init(ofWitnessTable table: UnsafeRawPointer) {
    // SAFETY: a witness table, of the compiler or the runtime, begins with the address of its record
    // (TargetWitnessTable in `include/swift/ABI/Metadata.h`).
    address = table.loadPointer()
  }

  // Four 32-bit fields: protocol, type, witness table, flags.
  private var flags: UInt32 { address.load(fromByteOffset: 12, as: UInt32.self) }

  /// The address of the protocol's descriptor, or 0 if its weakly linked library is missing.
  @inline(__always)
  var `protocol`: UInt {
    let target = target(ofRelativeAt: 0)
    // SAFETY: the lowest bit marks a target that is a word with the address.
    return target & 1 == 0 ? target : word(at: target & ~1)
  }

  /// The address of the type's descriptor, or 0 for an Objective-C class, or if its library is missing.
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

  var isolation: Isolation {
    guard isIsolated else { return .nonisolated }
    guard let name = actorName?.assumingMemoryBound(to: UInt8.self) else { return .other }
    // SAFETY: a mangled name ends with a zero byte. "ScM" is `MainActor` (`docs/ABI/Mangling.rst`).
    return zip(0..., "ScM\0".utf8).allSatisfy { name[$0] == $1 } ? .mainActor : .other
  }

  var isIsolated: Bool { flags & 0x8_0000 != 0 }

  /// The global actor that isolates the conformance, or nil if there's none or the runtime can't find it.
  var isolatingActor: Metadata? { actorName.flatMap { MangledTypeName(address: $0).resolve() } }

  private var actorName: UnsafeRawPointer? {
    guard isIsolated else { return nil }
    // The reference to the actor follows a retroactive conformance's context, the requirements of a conditional
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
