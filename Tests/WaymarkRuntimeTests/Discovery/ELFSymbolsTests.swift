import Foundation
import SeededTesting
import Testing

@testable import WaymarkRuntime

#if os(Linux)
  /// A small library that every Linux has.
  private let library = [
    "/lib/x86_64-linux-gnu/libdl.so.2", "/lib/aarch64-linux-gnu/libdl.so.2", "/lib64/libdl.so.2",
  ]
  .compactMap { FileManager.default.contents(atPath: $0) }.first

  @Suite("Names in the symbol tables of ELF files")
  struct ELFSymbolsTests {
    private func symbols(_ file: Data, prefix: String = "") -> ELFSymbols {
      file.withUnsafeBytes { ELFSymbols($0, prefix: prefix) }
    }

    @Test(.enabled(if: library != nil))
    func `the reader finds the names of a library`() throws {
      let file = try #require(library)
      let all = symbols(file)
      #expect(all.names.contains { $0.hasPrefix("dl") } || !all.names.isEmpty)
      #expect(symbols(file, prefix: "no symbol begins like this").names.isEmpty)
      #expect(symbols(file, prefix: "dl").names == all.names.filter { $0.hasPrefix("dl") })
    }

    @Test func `this program's symbol table is complete`() {
      let symbols = ProgramSymbols(prefix: "$s19WaymarkRuntimeTests")
      #expect(symbols.isComplete && !symbols.names.isEmpty)
      #expect(ProgramSymbols.demangled("$s12WaymarkTests11EditorInput_pD") == "WaymarkTests.EditorInput")
      #expect(ProgramSymbols.demangled("main") == nil)
    }

    @Test func `the images of the given types decide whether the symbols are complete`() {
      let images: [(memory: Range<UInt>, hasFullTable: Bool)] = [
        (0..<10, false), (20..<30, true), (30..<40, false),
      ]
      let cases: [(addresses: Set<UInt>, areFull: Bool)] = [
        ([], false), ([5], false), ([20], true), ([20, 29], true), ([25, 30], false), ([10], false),
        ([40], false),
      ]
      for (addresses, areFull) in cases {
        #expect(ProgramSymbols.areFull(images, containing: addresses) == areFull, "\(addresses)")
      }
      #expect(ProgramSymbols.areFull([(0..<10, true)], containing: []))
      #expect(ProgramSymbols(prefix: "-", inImagesOf: [SeededGenerator.self, [Int].self]).isComplete)
    }

    /// Copies that are cut short and mangled, in memory of exactly their size.
    @Test(.enabled(if: library != nil), arguments: try Seeds.first(500))
    func `reading a truncated or damaged file is safe`(seed: UInt64) throws {
      var numbers = SeededGenerator(seed: seed)
      for _ in 0..<4 {
        var file = try #require(library)
        file = file.prefix(Int.random(in: 0...file.count, using: &numbers))
        for _ in 0..<Int.random(in: 0..<20, using: &numbers) where !file.isEmpty {
          // The headers decide where everything is: mangle them more often than the rest.
          let limit = Bool.random(using: &numbers) ? min(64, file.count) : file.count
          file[file.startIndex + Int.random(in: 0..<limit, using: &numbers)] = UInt8.random(
            in: 0...255, using: &numbers)
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: file)
        #expect(ELFSymbols(UnsafeRawBufferPointer(memory), prefix: "").names.count < 1_000_000)
      }
    }

    /// Returns a file with a section that has one entry of a symbol table, and the section of its name.
    private func file(typeOfSection type: UInt32) -> Data {
      var file = Data(repeating: 0, count: 224)
      func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        withUnsafeBytes(of: number.littleEndian) { bytes in
          file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
      }
      file.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
      put(64 as UInt64, at: 0x28)  // where the section headers begin, their size, and their number
      put(64 as UInt16, at: 0x3A)
      put(2 as UInt16, at: 0x3C)
      put(type, at: 64 + 4)
      put(200 as UInt64, at: 64 + 24)
      put(24 as UInt64, at: 64 + 32)
      put(1 as UInt32, at: 64 + 40)  // the names are in section 1
      put(3 as UInt32, at: 128 + 4)
      put(192 as UInt64, at: 128 + 24)
      put(8 as UInt64, at: 128 + 32)
      file.replaceSubrange(193..<197, with: Data("name".utf8))
      put(1 as UInt32, at: 200)  // where the name begins
      return file
    }

    @Test(arguments: [(2, ["name"], true), (11, ["name"], false), (1, [], false), (3, [], false)])
    func `the reader reads only symbol tables`(type: UInt32, names: [String], isFull: Bool) {
      let symbols = symbols(file(typeOfSection: type), prefix: "na")
      #expect(symbols.names == names && symbols.hasFullTable == isFull)
    }

    /// The text of the names is 8 bytes long, and has "name" and a zero at its offset 1.
    @Test(arguments: [
      ("name", 1), ("nam", 1), ("ame", 0), ("names", 0), ("name\0\0\0", 1), ("name\0\0\0\0", 0),
    ])
    func `the reader finds only names with the prefix`(prefix: String, count: Int) {
      #expect(symbols(file(typeOfSection: 2), prefix: prefix).names.count == count)
    }

    @Test func `a file of another format has no names`() {
      for file in [Data(), Data("not a program".utf8), Data(repeating: 0, count: 100)] {
        #expect(symbols(file).names.isEmpty && !symbols(file).hasFullTable)
      }
    }
  }
#endif
