import Testing

@testable import WaymarkRuntime

@Suite("Descriptors of nominal types")
struct NominalDescriptorTests {
  /// Returns the offset for a class descriptor with these flags, and with this layout after the superclass's name.
  private func argumentsOffset(_ flags: UInt32, _ layout: [UInt32]) -> Int? {
    let words = [flags | 0x10, 0, 0, 0, 0, 0] + layout
    return words.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { NominalDescriptor(address: $0).classArgumentsOffset }
    }
  }

  @Test func `a class's generic arguments follow its superclass's, which may be resilient`() {
    // 2 words in front and 10 behind. The class adds 3 of these.
    #expect(argumentsOffset(0, [2, 10, 3]) == 7 * MemoryLayout<UInt>.size)
    // With negative layout, the arguments come first.
    #expect(argumentsOffset(1 << 28, [4, 10, 3]) == -4 * MemoryLayout<UInt>.size)
    // The bounds of a resilient superclass: a relative pointer to the two halves of a word, 8 bytes behind it.
    #expect(argumentsOffset(1 << 29, [8, 0, 96, 0]) == 96)
    #expect(argumentsOffset(1 << 29, [8, 0, 0, 0]) == nil)
  }

  @Test func `the generic arguments equal the arguments in the type's name`() throws {
    class First<A, B> {}
    class Second<A>: First<A, [A]> {}
    func names(_ type: Any.Type, _ count: Int) -> [String]? {
      Metadata(of: type).genericArguments.map { arguments in
        (0..<count).map { index in
          let word = arguments.load(
            fromByteOffset: index * MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
          return TypeNames.short(Metadata(at: word).type)
        }
      }
    }
    #expect(names(First<Int, String>.self, 2) == ["Int", "String"])
    #expect(names(Second<Bool>.self, 1) == ["Bool"])
    #expect(names([Int: Double].self, 2) == ["Int", "Double"])
    #expect(Metadata(of: Int.self).genericArguments == nil)
  }
}
