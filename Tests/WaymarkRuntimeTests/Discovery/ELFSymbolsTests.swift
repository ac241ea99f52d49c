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
    func namesOfALibraryAreRead() throws {
      let file = try #require(library)
      let all = symbols(file)
      #expect(all.names.contains { $0.hasPrefix("dl") } || !all.names.isEmpty)
      #expect(symbols(file, prefix: "no symbol begins like this").names.isEmpty)
      #expect(symbols(file, prefix: "dl").names == all.names.filter { $0.hasPrefix("dl") })
    }

    @Test func symbolTableOfThisProgramIsComplete() {
      let symbols = ProgramSymbols(prefix: "$s19WaymarkRuntimeTests")
      #expect(symbols.isComplete && !symbols.names.isEmpty)
      #expect(
        ProgramSymbols.demangled("$s12WaymarkTests11EditorInput_pD") == "WaymarkTests.EditorInput")
      #expect(ProgramSymbols.demangled("main") == nil)
    }

    /// A copy that is cut short and mangled, in memory of exactly its size.
    @Test(.enabled(if: library != nil), arguments: try Seeds.first(2_000))
    func truncatedOrDamagedFileIsReadSafely(seed: UInt64) throws {
      var numbers = SeededGenerator(seed: seed)
      var file = try #require(library)
      file = file.prefix(Int.random(in: 0...file.count, using: &numbers))
      for _ in 0..<(seed % 20) where !file.isEmpty {
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

    @Test func fileOfAnotherFormatHasNoNames() {
      for file in [Data(), Data("not a program".utf8), Data(repeating: 0, count: 100)] {
        #expect(symbols(file).names.isEmpty && !symbols(file).hasFullTable)
      }
    }
  }
#endif
