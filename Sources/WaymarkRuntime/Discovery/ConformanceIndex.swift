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
