import SeededTesting
import Testing

@testable import WaymarkServer

@Suite("The entries of a cache in the order of their last use")
struct ScopeCacheEntriesTests {
  @Test(arguments: try Seeds.first(20))
  func `the entries and an array have the same order`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var entries = ScopeCacheEntries(limit: 8)
    var (unused, used): ([CachedScope], [CachedScope]) = ([], [])
    for number in 0..<300 {
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0:
        // Several entries have the same hash value.
        let entry = CachedScope(hash: number % 5)
        entries.add(entry)
        used.append(entry)
      case 1:
        guard let entry = unused.randomElement(using: &numbers) else { break }
        entries.beginUse(entry)
        unused.removeAll { $0 === entry }
        used.append(entry)
      case 2:
        guard let entry = used.randomElement(using: &numbers) else { break }
        used.removeAll { $0 === entry }
        unused.append(entry)
        let excess = unused.count + used.count > 8 ? unused.removeFirst() : nil
        #expect(entries.endUse(entry, at: .seconds(number)) === excess)
      default:
        guard let entry = unused.randomElement(using: &numbers) else { break }
        unused.removeAll { $0 === entry }
        #expect(entries.remove(entry) === entry && entries.remove(entry) == nil)
      }
      #expect(entries.first === unused.first && entries.count == unused.count + used.count)
      for entry in unused + used { #expect(entries.entry(hash: entry.hash) { $0 === entry } === entry) }
    }
    for entry in unused {
      #expect(entries.first === entry)
      _ = entries.remove(entry)
    }
    #expect(entries.first == nil && entries.removeAll().isEmpty && entries.leaving.count == used.count)
  }
}
