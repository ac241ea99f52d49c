import Testing

@testable import WaymarkRuntime

private protocol Plain {}
private class Base: Plain {}

/// The branches for protocols of Objective-C, which only Apple's systems have, with metadata that the test makes up.
@Suite("Interfaces that are protocols of Objective-C")
struct ObjectiveCProtocolTests {
  /// Returns the metadata of `any P`, an existential for objects of the class with protocols of Swift or
  /// Objective-C.
  private func existential(
    superclass: Any.Type? = nil, protocols: [(descriptor: ProtocolDescriptor, isObjectiveC: Bool)]
  ) -> Metadata {
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: 3 + protocols.count)
    // The kind of existentials, the count of protocols above the flags, and the address of each protocol. No bit of the
    // flags says that an existential has room for values other than objects.
    words[0] = 0x303
    words[1] = UInt(protocols.count) << 32 | (superclass == nil ? 0 : 0x4000_0000)
    var next = 2
    if let superclass {
      words[next] = UInt(bitPattern: Metadata(of: superclass).address)
      next += 1
    }
    for (descriptor, isObjectiveC) in protocols {
      words[next] = UInt(bitPattern: descriptor.address) | (isObjectiveC ? 1 : 0)
      next += 1
    }
    // Metadata is never freed.
    return Metadata(at: UnsafeRawPointer(words))
  }

  private func descriptor() throws -> ProtocolDescriptor {
    try #require(ExistentialMetadata(Metadata(of: (any Plain).self))?.protocols?.first)
  }

  @Test(arguments: [true, false])
  func `an existential's protocols are unknown if one is Objective-C's`(hasSuperclass: Bool) throws {
    let plain = try descriptor()
    let superclass = hasSuperclass ? Base.self : nil as Any.Type?
    for (first, second) in [(true, false), (false, true), (true, true), (false, false)] {
      let metadata = existential(superclass: superclass, protocols: [(plain, first), (plain, second)])
      let made = try #require(ExistentialMetadata(metadata))
      #expect(made.isClassBound && made.superclass == superclass && made.protocolCount == 2)
      #expect((made.protocols == nil) == (first || second))
      #expect((made.protocolDescriptor(at: 0) == nil) == first)
      #expect((made.protocolDescriptor(at: 1) == nil) == second)
    }
  }

  @Test(.enabled(if: FastCalls.areUsed)) func `a cast converts to a protocol of Objective-C`() throws {
    let swift = existential(protocols: [(try descriptor(), false)])
    #expect(ExistentialConversion(from: Base.self, to: swift.type) != nil)
    let objectiveC = existential(protocols: [(try descriptor(), true)])
    #expect(ExistentialConversion(from: Base.self, to: objectiveC.type) == nil)
  }

  @Test func `the records don't determine conformances to a protocol of Objective-C`() throws {
    let made = existential(protocols: [(try descriptor(), true)]).type
    let index = ConformanceIndex()
    #expect(Conformance.check(Base.self, as: made, using: index, asksRuntime: false) == .unknown)
    #expect(Conformance.check((any Plain).self, as: made, using: index) == .unknown)
    #expect(Conformance.check(made, as: (any Plain).self, using: index) == .unknown)
    let scan = ConformanceScan(conformingTo: made)
    #expect(scan.types.isEmpty && scan.genericNames.isEmpty)
  }

  @Test func `a requirement of a protocol of Objective-C has no descriptor`() throws {
    let plain = UInt(bitPattern: try descriptor().address)
    // A conformance requirement with its protocol behind a pointer that follows.
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 6)
    defer { words.deallocate() }
    (words[0], words[1]) = (0, 0)
    UnsafeMutableRawPointer(words + 4).storeBytes(of: plain, as: UInt.self)
    for (marks, isSwift) in [(1 as UInt32, true), (3, false), (2, false)] {
      words[2] = 8 | marks
      let requirement = GenericRequirement(address: UnsafeRawPointer(words))
      #expect(requirement.kind == .conformance)
      #expect((requirement.protocol?.address == UnsafeRawPointer(bitPattern: plain)) == isSwift)
    }
  }

  @Test(arguments: [0x203, 0x305] as [UInt])
  func `a class of Objective-C has no descriptor of Swift`(kind: UInt) {
    withUnsafeBytes(of: (kind, 0 as UInt, 0 as UInt)) { bytes in
      guard let address = bytes.baseAddress else { return }
      let metadata = Metadata(at: address)
      #expect(metadata.kind == .class)
      #expect(metadata.descriptor == nil && metadata.superclass == nil)
    }
  }
}
