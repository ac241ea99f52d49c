import CWaymarkRuntime

/// Finds the types of the running program that conform to a protocol, through the records that the compiler
/// writes into every binary.
///
/// The witness table comes from the record itself, so that no cast searches for it.
///
/// - Complexity: Linear in the number of conformance records.
package struct ConformanceScan {
  /// The metatypes as `Existential.Type`, in the order of the records, each type once.
  package private(set) var types: [Any.Type] = []
  package private(set) var tables: [UnsafeRawPointer] = []
  /// The names of generic types that conform; none of their instances is meant in particular.
  package private(set) var genericNames: [String] = []

  /// Scans all images that are loaded.
  ///
  /// - Parameter existential: `any P` for one protocol that is not Objective-C's.
  package init(conformingTo existential: Any.Type) {
    let descriptor = ExistentialMetadata(Metadata(of: existential))?.protocols?.first
    var memory = ReadableMemory.images
    self.init(
      descriptor.map { UInt(bitPattern: $0.address) } ?? 0,
      sections: descriptor == nil ? [] : Self.sections, in: &memory)
  }

  /// Scans sections of conformance records: arrays of relative pointers.
  init(_ wanted: UInt, sections: [Range<UInt>], in memory: inout ReadableMemory) {
    var seen: Set<UInt> = []
    for section in sections {
      var entry = section.lowerBound
      while entry &+ 4 <= section.upperBound {
        defer { entry &+= 4 }
        guard let record = memory.target(ofRelativeAt: entry),
          ConformanceRecord.protocol(at: record, in: &memory) == wanted,
          let conformance = ConformanceRecord(at: record, in: &memory), !conformance.isIsolated,
          seen.insert(conformance.type).inserted,
          let descriptor = TypeDescriptor(at: conformance.type, in: &memory)
        else { continue }
        add(conformance, descriptor)
      }
    }
  }

  private mutating func add(_ conformance: ConformanceRecord, _ descriptor: TypeDescriptor) {
    guard !descriptor.isGeneric else {
      genericNames.append(descriptor.name)
      return
    }
    // SAFETY: record and descriptor were found in the images of the program, and belong together.
    guard let metadata = descriptor.metadata, let record = UnsafeRawPointer(bitPattern: conformance.address),
      let table = swift_getWitnessTable(record, metadata.address, nil)
    else { return }
    types.append(metadata.type)
    tables.append(table)
  }

  /// The sections of all images that the runtime knows.
  static var sections: [Range<UInt>] {
    var sections: [WaymarkRange] = []
    withUnsafeMutablePointer(to: &sections) { pointer in
      waymark_for_each_conformance_section(
        { section, context in
          // SAFETY: `context` is the pointer below, which is valid during the call.
          context.assumingMemoryBound(to: [WaymarkRange].self).pointee.append(section)
        }, pointer)
    }
    return sections.compactMap(\.addresses)
  }

  /// The types as metatypes of the protocol.
  ///
  /// - Parameter metatype: `(any P.Type).self` for the protocol that was scanned for.
  package func metatypes<Metatype>(as metatype: Metatype.Type) -> [Metatype] {
    precondition(MemoryLayout<Metatype>.size == 2 * MemoryLayout<UInt>.size, "one protocol has one table")
    return zip(types, tables).map { type, table in
      // SAFETY: an existential metatype of one protocol is the metadata and the witness table, one word each
      // (`docs/ABI/TypeLayout.rst`); the table is that of the type's conformance to that protocol.
      unsafeBitCast((Metadata(of: type).address, table), to: Metatype.self)
    }
  }
}
