import Foundation
import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime
import Waymark

@testable import WaymarkNavigation

@Suite("Random and hostile URLs")
struct URLFuzzTests {
  private let pieces = [
    "a", "b", "é", "日", "%61", "%C3%A9", "%2F", "%", "%4", "%zz", "%C0%AF", "%00", "/", "//", ":", "?", "#",
    "&", "=", "@", ".",
    "..", "%2e", "\\", "s:", "s://", "h", "[", "]", "*", "**", " ", "\u{0}", "~", "+", "A", "S", "e\u{301}",
  ]

  @Test(arguments: try Seeds.first(4))
  func `random URLs match as in the reference`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let literals = ["a", "b", "é", "%61", "%2F", "A", ""]
    for _ in 0..<60 {
      let texts = (0..<Int.random(in: 1...12, using: &numbers)).map { _ in
        let front = ["", "s:", "//h", "s://h", "//h:8"].randomElement(using: &numbers) ?? ""
        let names = [":x", ":y", ":z"].shuffled(using: &numbers)
        let count = Int.random(in: 0...3, using: &numbers)
        let segments = (0..<count).map { index in
          Bool.random(using: &numbers)
            ? literals.randomElement(using: &numbers) ?? "a"
            : Bool.random(using: &numbers) ? names[index] : "*"
        }
        let tail = Bool.random(using: &numbers) ? [] : ["**"]
        return front + "/" + (segments + tail).joined(separator: "/")
      }
      var shapes: [ParsedPattern] = []
      var builder = URLTrieBuilder()
      for text in texts {
        guard let shape = try? URLPatternParser.parse(text) else { continue }
        if builder.insert(shape, as: URLTrie.Index(shapes.count)) == nil { shapes.append(shape) }
      }
      let trie = builder.trie()
      let reference = ReferenceMatcher(patterns: shapes)
      for _ in 0..<60 {
        let url = url(&numbers).normalizedURL
        let index = url.withUTF8Span { trie.match($0) }
        let found = index < 0 ? nil : shapes[Int(index)].text
        // The reference reads only paths, so `RouteError.malformed` detects strings that aren't URLs.
        guard RouteError.malformed(url) == nil else {
          #expect(found == nil, "\(url.debugDescription) is no URL")
          continue
        }
        #expect(found == reference.match(url), "\(url.debugDescription) among \(shapes.map(\.text))")
      }
    }
  }

  /// Returns a URL, often with segments that patterns have.
  private func url(_ numbers: inout SeededGenerator) -> String {
    let front = ["", "s:", "//h", "s://h", "S://u@H:8", "t://h"].randomElement(using: &numbers) ?? ""
    let path = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
      "/"
        + (Bool.random(using: &numbers)
          ? ["a", "b"].randomElement(using: &numbers) ?? "" : text(0...2, &numbers))
    }
    return front + path.joined() + (Bool.random(using: &numbers) ? "" : "?a=b")
  }

  /// Returns a random number of joined pieces, within a range.
  private func text(_ count: ClosedRange<Int>, _ numbers: inout SeededGenerator) -> String {
    (0..<Int.random(in: count, using: &numbers)).map { _ in
      pieces.randomElement(using: &numbers) ?? ""
    }.joined()
  }

  @Test(arguments: try Seeds.first(4))
  func `any string is a pattern or a diagnostic`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<750 {
      let text = text(0...6, &numbers)
      do {
        let shape = try URLPatternParser.parse(text)
        #expect(shape.text == text)
      } catch {
        #expect(error.offset <= text.count && !error.message.isEmpty && !error.remedy.isEmpty)
      }
    }
  }

  /// Sorting these marks, as comparing and hashing a string do, takes quadratic time.
  private static let marks =
    String(repeating: "\u{315}", count: 10_000) + String(repeating: "\u{327}", count: 10_000)

  @Test(arguments: [
    String(repeating: "/a", count: 30_000), "/" + String(repeating: "a", count: 60_000),
    "/a?" + String(repeating: "x=%41&", count: 12_000), "/a?" + String(repeating: "&", count: 60_000),
    String(repeating: "%", count: 60_000), "s://" + String(repeating: "@", count: 60_000) + "/a",
    "s://" + String(repeating: ":", count: 60_000), String(repeating: "s", count: 60_000) + "://h/a",
    "/a/" + String(repeating: "%41", count: 20_000), "/" + String(repeating: "é/", count: 20_000) + "\u{0}",
    String(repeating: "/%C0%AF", count: 8_000), "/a#" + String(repeating: "#", count: 60_000),
    "/a" + String(repeating: "/..", count: 20_000), String(repeating: "/%2e%2e/a", count: 8_000),
    "s://h:" + String(repeating: "0", count: 60_000), String(repeating: " ", count: 60_000),
    "/a?w" + marks + "=1", "/a?w" + PercentCoding.encode(marks) + "=1", "/a/" + marks + "?w=" + marks,
  ])
  func `matching a hostile URL takes linear time`(url: String) throws {
    let registry = try registry(of: ["/a", "/a/**", "/:a/:b/:c", "/*/b/**", "s:/a/:b", "//h/**", "/a/a/a/:d"])
    let start = processorTime()
    if let match = registry.match(url) {
      #expect(match.parameters["nothing"] == nil)
      #expect(match.parameters.names.count < 10)
      _ = match.parameters.tail
      #expect(match.parameters.byName == match.parameters.byName)
      #expect(try match.parameters.valueIfPresent("w\u{315}", as: String.self) == nil)
      _ = match.parameters.fragment
    } else {
      let error = #expect(throws: RouteError.self) { try registry.makeService(for: url) }
      #expect((error?.message.utf8.count ?? 0) < 1_000)
    }
    // In a debug build, this takes about 0.05 s. Quadratic time would be many seconds.
    #expect(processorTime() - start < 1.5)
  }

  /// Returns the processor time of this thread in seconds, regardless of other load on the machine.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// There are many unique names, and a search for each would take minutes.
  @Test func `many parameters are read in one pass`() throws {
    let registry = try registry(of: ["/a/:id"])
    let url = "/a/7?" + (0..<25_000).map { "n\($0)=\($0)&id=\($0)" }.joined(separator: "&")
    let parameters = try #require(registry.match(url)?.parameters)
    #expect(parameters.names.count == 25_001 && parameters.description.hasPrefix("id=7, n0=0, n1=1, "))
    #expect(try registry.plan(for: url).steps[0].parameters["n24999"] == ["24999"])
  }

  @Test func `messages are short for long URLs`() throws {
    let url = "/e" + String(repeating: "\u{301}", count: 200_000)
    let problem = error { _ = try registry(of: ["/a"]).makeService(for: url) }
    #expect(problem?.code == .unknownURL && (problem?.message.utf8.count ?? 0) < 1_000)
    #expect(problem?.message.contains("…\" (the registry has 1 pattern)") == true)
  }
}
