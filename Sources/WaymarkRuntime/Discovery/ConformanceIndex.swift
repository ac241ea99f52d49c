/// The conformances of the program, by type and protocol, read from their records in one pass.
///
/// The runtime answers the first question about a type and a protocol by going through all records, which
/// takes 20 microseconds in a program with 12,000 of them. Thousands of questions are answered by the index,
/// which takes one such pass to make. It only ever says yes: where it does not know (a conformance that is
/// conditional, isolated to an actor, Objective-C's, or in a library that was loaded later), the runtime is
/// asked.
package struct ConformanceIndex: Sendable {
  private struct Pair: Hashable {
    let type: UInt
    let `protocol`: UInt

    func hash(into hasher: inout Hasher) {
      // Both are addresses in loaded images; one word of them tells pairs apart well enough.
      hasher.combine(type ^ (`protocol` << 7))
    }
  }

  private var pairs: Set<Pair> = []

  /// The index of the images that were loaded when it was first asked for.
  package static let program = ConformanceIndex()

  private init() {
    var memory = ReadableMemory.images
    self.init(sections: ConformanceScan.sections, in: &memory)
  }

  init(sections: [Range<UInt>], in memory: inout ReadableMemory) {
    pairs.reserveCapacity(sections.reduce(0) { $0 + $1.count / 4 })
    for section in sections {
      var entry = section.lowerBound
      while entry &+ 4 <= section.upperBound {
        defer { entry &+= 4 }
        guard let place = memory.target(ofRelativeAt: entry),
          let record = ConformanceRecord(at: place, in: &memory), record.isUnconditional, !record.isIsolated
        else { continue }
        pairs.insert(Pair(type: record.type, protocol: record.protocol))
      }
    }
  }

  /// Whether a type, or a class that it inherits from, is recorded to conform to a protocol.
  func records(_ type: Metadata, conformingTo descriptor: ProtocolDescriptor) -> Bool {
    let wanted = UInt(bitPattern: descriptor.address)
    var next: Metadata? = type
    while let current = next {
      if let identity = current.nominalIdentity, pairs.contains(Pair(type: identity, protocol: wanted)) {
        return true
      }
      next = current.superclass
    }
    return false
  }
}
