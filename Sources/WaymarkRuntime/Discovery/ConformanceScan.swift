import CWaymarkRuntime

/// Finds the types of the running program that conform to a protocol, in the records that the compiler writes.
///
/// It reads the witness table from the record itself, so no cast has to search for it.
///
/// - Complexity: Linear in the number of conformance records, and O(n log n) in the number of types found.
package struct ConformanceScan {
  /// A type, its witness table, and its name with the module.
  private struct Found {
    let type: Any.Type
    let table: UnsafeRawPointer
    let name: String
  }

  /// The unique types, sorted by name.
  private var found: [Found] = []
  /// The names of conforming generic types, which have no specialization to choose.
  package private(set) var genericNames: [String] = []

  /// Scans all loaded images.
  ///
  /// - Parameter existential: `any P` for one protocol that isn't an Objective-C protocol.
  package init(conformingTo existential: Any.Type) {
    guard let wanted = ExistentialMetadata(Metadata(of: existential))?.protocols?.first else { return }
    var seen: Set<UInt> = []
    for record in Self.records(of: UInt(bitPattern: wanted.address)) where !record.isIsolated {
      // A class of Objective-C has no descriptor, and nor does a type if its library is missing.
      guard let type = UnsafeRawPointer(bitPattern: record.type), seen.insert(record.type).inserted else {
        continue
      }
      add(record, NominalDescriptor(address: type))
    }
    found.sort { first, second in
      // Private types in several files may have the same name.
      first.name == second.name
        ? _mangledTypeName(first.type) ?? "" < _mangledTypeName(second.type) ?? "" : first.name < second.name
    }
  }

  /// Returns a protocol's conformance records, from all images that the runtime knows.
  static func records(of wanted: UInt) -> [ProgramConformance] {
    var records: [ProgramConformance] = []
    for section in ConformanceSection.all {
      for entry in 0..<section.count {
        // Most records are about other protocols, so read only their protocol.
        let record = ProgramConformance(entry: section.start + 4 * entry)
        if record.protocol == wanted { records.append(record) }
      }
    }
    return records
  }

  /// The conforming types, in the order of their qualified names.
  package var types: [Any.Type] { found.map(\.type) }

  private mutating func add(_ record: ProgramConformance, _ type: NominalDescriptor) {
    guard !type.isGeneric else {
      genericNames.append(type.context.name)
      return
    }
    // SAFETY: the record is about this type, which isn't generic.
    guard let metadata = type.metadata, let table = waymark_witness_table(record.address, metadata.address)
    else { return }
    let name = type.qualifiedName ?? TypeNames.qualified(metadata.type)
    found.append(Found(type: metadata.type, table: table, name: name))
  }

  /// Returns the types as metatypes of the protocol.
  ///
  /// - Parameter metatype: `(any P.Type).self` for the protocol of the scan.
  package func metatypes<Metatype>(as metatype: Metatype.Type) -> [Metatype] {
    precondition(MemoryLayout<Metatype>.size == 2 * MemoryLayout<UInt>.size, "one protocol has one table")
    return found.map { found in
      // SAFETY: an existential metatype of one protocol is the metadata and the witness table, one word each
      // (`docs/ABI/TypeLayout.rst`). The table is for the type's conformance to that protocol.
      unsafeBitCast((Metadata(of: found.type).address, found.table), to: Metatype.self)
    }
  }
}

/// An image's array of relative pointers to its conformance records.
struct ConformanceSection {
  let start: UnsafeRawPointer
  /// The number of pointers.
  let count: Int
  /// The number of pointers in the previous sections.
  let firstEntry: Int

  /// The sections of all images that the runtime knows.
  static var all: [ConformanceSection] {
    // The runtime scans all records of the program to create the type of an array of a C structure, or of a generic one
    // such as `Range`, so the array's element is this type.
    var sections: [ConformanceSection] = []
    withUnsafeMutablePointer(to: &sections) { pointer in
      waymark_for_each_conformance_section(
        { section, context in
          guard let start = section.start else { return }
          // SAFETY: `context` is the pointer below, which is valid during the call.
          let sections = context.assumingMemoryBound(to: [ConformanceSection].self)
          let firstEntry = sections.pointee.last.map { $0.firstEntry + $0.count } ?? 0
          sections.pointee.append(
            ConformanceSection(start: start, count: section.length / 4, firstEntry: firstEntry))
        }, pointer)
    }
    return sections
  }
}
