import SeededTesting
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@Suite("Normalized URLs")
struct NormalizedURLTests {
  @Test(arguments: [
    ("", ""), ("/", "/"), (" \t\r\n", ""), ("a/../b", "a/../b"), ("mail:a/..", "mail:a/.."),
    ("/a?b=/../c#/./d", "/a?b=/../c#/./d"), ("s://h?/..", "s://h?/.."), ("s://h/%2", "s://h/%2"),
    ("s://u.:p@h.:007/.?q", "s://u.:p@h:7/?q"), ("//h.", "//h"), ("//h..", "//h."), ("//h%2e:00", "//h:0"),
    ("//h:", "//h:"), ("//[::0]:00/", "//[::0]:0/"), ("s:/..//h/a", "s:////h/a"), ("/..//h/a", "////h/a"),
    ("//h/..//a", "//h//a"), ("/a/..;/b", "/a/..;/b"), ("/%2e%2e%2fa", "/%2e%2e%2fa"),
    ("/.../....", "/.../...."),
    ("/%2E%2E%2E", "/%2E%2E%2E"), ("/a/%2e.", "/"), ("/a/b/../", "/a/"), ("/é/../日", "/日"),
  ])
  func `a URL has a normalized form`(url: String, normalized: String) {
    #expect(url.normalizedURL == normalized)
    #expect(normalized.normalizedURL == normalized || normalized.hasSuffix("."), "only one period is removed")
  }

  /// Compares with the algorithm of RFC 3986, section 5.2.4, in the same steps.
  @Test(arguments: try Seeds.first(4))
  func `the path is the one of RFC 3986`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let pieces = ["/", "/", "/", "a", "b", ".", "..", "%2e", "%2E", "...", "é"]
    for _ in 0..<500 {
      let path =
        "/a"
        + (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
          pieces.randomElement(using: &numbers) ?? ""
        }.joined()
      let decoded = path.replacing("%2e", with: ".").replacing("%2E", with: ".")
      let expected = Self.removingDotSegments(decoded)
      let found = "s://h\(path)?q".normalizedURL
      #expect(
        found.replacing("%2e", with: ".").replacing("%2E", with: ".") == "s://h\(expected)?q", "\(path)")
      #expect(found.normalizedURL == found)
    }
  }

  private static func removingDotSegments(_ path: String) -> String {
    var (input, output) = (path[...], "")
    while !input.isEmpty {
      if input.hasPrefix("../") || input.hasPrefix("./") {
        input = input.drop { $0 != "/" }.dropFirst()
      } else if input.hasPrefix("/./") || input == "/." {
        input = "/" + input.dropFirst(3)
      } else if input.hasPrefix("/../") || input == "/.." {
        input = "/" + input.dropFirst(4)
        output = output.lastIndex(of: "/").map { String(output[..<$0]) } ?? ""
      } else if input == "." || input == ".." {
        input = ""
      } else {
        let segment = input.prefix(1) + input.dropFirst().prefix { $0 != "/" }
        output += segment
        input = input.dropFirst(segment.count)
      }
    }
    return output
  }

  @Test(arguments: [
    ("/a\\b", "it contains a backslash at byte 3", "write / or %5C"),
    ("s://h:x/a", "its port is not a number up to 65535 at byte 7", "write a number\nomit the port"),
    (" //h:65536", "its port is not a number up to 65535 at byte 6", "write a number\nomit the port"),
    (" /a\u{1} ", "it contains a space or a control character at byte 4", "percent-encode it, as in %20"),
    (
      "/%zz", "it has an invalid percent-encoding at byte 2",
      "write two hexadecimal digits after each '%' so that they are valid UTF-8, and %25 for the character"
    ),
  ])
  func `an invalid URL is an error with the place`(url: String, message: String, remedy: String) throws {
    let registry = try registry(of: ["/**"])
    let problem = error { _ = try registry.makeService(for: url) }
    #expect(problem?.code == .malformedURL && problem?.remedy == remedy)
    #expect(problem?.message.hasSuffix("\" is not a valid URL: \(message)") == true)
  }

  @Test func `a match and its route have the URL as it was received`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        RoutableService<any NoteStore>()
        URLPattern("s://h/:id")
      } make: { resolver in
        MemoryStore(name: "\(resolver.url ?? "") \(resolver.parameters?["id"] ?? "")")
      }
    }
    let url = " s://h./x/../7 "
    #expect(registry.match(url)?.url == url && registry.match(url)?.parameters["id"] == "7")
    #expect(try (registry.makeService(for: url) as? MemoryStore)?.name == "\(url) 7")
    #expect(try registry.plan(for: url).steps.map(\.url) == [url])
  }
}
