import SharedFixtures
import Testing
import WaymarkRuntime
import Waymark

@testable import WaymarkNavigation

@Suite("Matching URLs")
struct URLMatchingTests {
  @Test(
    arguments: [
      // Exact hosts, schemes in any case
      ("notes://editor", "notes://editor"), ("notes://editor", "NOTES://Editor"),
      ("notes://editor", "notes://editor/"), ("Notes://Editor/", "notes://editor"),
      ("https://notes.example/a", "https://user:word@notes.example:8080/a?x#y"),
      ("//localhost:80/a", "http://LOCALHOST:80/a"), ("//[::1]/a", "http://[::1]:80/a"),
      ("notes:///a", "notes:///a"),
      // User information, and a port that the pattern doesn't name
      ("p://a/:id", "p://user@a:80/x"), ("p://a:80/:id", "p://user:word@a:80/x"),
      ("p://a/x", "p://b@c:1@a:2/x"), ("p://a/x", "p://[b@a:80/x"),
      ("https://a%62c.example/", "https://abc.example"), ("//xn--caf-dma.example/", "//XN--CAF-dma.example"),
      ("https://abc.example/", "https://a%62%63.example"),
      // A period at the end of a host, and numbers of ports
      ("https://a.example/b", "https://a.example./b"), ("https://a.example./b", "https://A.example/b"),
      ("https://a.example:8443/b", "https://a.example.:08443/b"), ("//a:08443/", "//a:8443"),
      ("//a/", "//a:"),
      ("//a:0/", "//a:000"), ("//a:65535/", "//a:65535"), ("https://a.example/b", "https://a.example%2E/b"),
      // Blanks around a URL
      ("/a", " /a\t"), ("p://a/b", "\r\n p://a/b \n"), ("/a", "/a? "),
      // Segments that are removed
      ("/a/b", "/a/./b"), ("/a/b", "/a/x/../b"), ("/a/b", "/../a/%2e/b"), ("/a/b", "/a/.%2E/%2e./a/b"),
      ("/a/", "/a/b/.."), ("/a/", "/a/."), ("/", "/.."), ("p://h/", "p://h/a/.."),
      ("p://h/a", "p://h/%2e%2e/a"), ("/a//b", "/a//c/../b"), ("/a/b", "/a//../b"), ("s:/a", "s:/./a"),
      ("/...", "/..."), ("/.a", "/.a"), ("/%2Ea", "/.a"),
      // Escapes of a query and a fragment that no route reads
      ("/**", "/a?x=%C3"), ("/**", "/a?50%off"), ("/**", "/a#%"), ("/a", "/a?q=\\"),
      // A case-sensitive path, compared byte by byte
      ("/caf%C3%A9", "/café"), ("/café", "/caf%c3%a9"), ("/a%2Fb", "/a%2fb"), ("/a//b", "/a//b"),
      ("/a/\u{301}b/c", "/a/%CC%81b/c"),
      // Without scheme or host
      ("//h/a", "s://h/a"), ("s:/a", "s://any/a"), ("https://h/**", "https://h?q"),
      ("s:/**", "s://nowhere/1"), ("s:/**", "s://other"),
      ("web+a-1.0:/a", "Web+A-1.0:/a"),
    ] as [(String, String)])
  func `a pattern matches a URL`(_ pattern: String, matches url: String) throws {
    let match = try #require(try registry(of: [pattern]).match(url))
    #expect(match.pattern == pattern && match.url == url && match.destination == "SystemTime")
    #expect("\(match)" == "SystemTime \(url)")
  }

  @Test(
    arguments: [
      ("notes://editor", "notes://other"), ("notes://editor", "note://editor"),
      ("notes://editor", "notes:editor"), ("/A", "/a"), ("/é", "/e\u{301}"), ("/a", "/a/"), ("/a/", "/a"),
      ("/public/**", "/public/../admin"), ("/public/**", "/public/%2E%2e/admin"),
      ("/public/**", "/public/a/../../admin"),
      // A backslash, which browsers read as a slash
      ("https://notes.example/**", "https://evil.example\\@notes.example/"),
      ("https://notes.example/**", "https://evil.example\\.notes.example/"), ("/**", "/a\\..\\b"),
      ("/**", "\\a"), ("/:a/**", "/a/b\\c"),
      // No port
      ("//a/", "//a:x"), ("//a/", "//a:99999"), ("//a/", "//a:65536"), ("//a/", "//a:8:0"),
      ("//a/", "//a:-1"), ("//a/", "//a:99999999999999999999"), ("//a/", "//a..."), ("//a/", "//.a"),
      ("/a", "/a/b"), ("/a/b", "/a"), ("/a/:b", "/a/"), ("/a/*", "/a/"), ("/a/:b/c", "/a//c"),
      ("/a/b", "/a%2Fb"), ("/a%2Fb", "/a/b"), ("//localhost:80/", "//localhost:81"),
      ("//localhost:80/", "//localhost"), ("p://a:81/:id", "p://user@a:80/x"), ("p://a/x", "p://a@b/x"),
      ("p://a/x", "p://a:80@b/x"), ("/a", "a"), ("/a", ""), ("/", ""), ("/", "?"), ("s:/a", "//h/a"),
      ("/**", "/a b"), ("/**", "/a\u{0}"), ("/**", "/a\nb"), ("/**", "/%"), ("/**", "/%4"), ("/**", "/%zz"),
      ("/**", "/%C0%AF"), ("/**", "/%ff"), ("/**", "/a? b"), ("/**", "/a#\u{1}b"), ("/**", "/\u{7F}"),
      ("//h/a", "1s://h/a"), ("/**", "1s:/a"), ("/**", "+s:/a"), ("/**", ":/a"), ("/**", "a_b:/a"),
    ] as [(String, String)])
  func `a pattern doesn't match another URL`(_ pattern: String, doesNotMatch url: String) throws {
    #expect(try registry(of: [pattern]).match(url) == nil)
  }

  @Test func `the most specific pattern wins`() throws {
    let patterns = [
      "/**", "/*", "/:a", "/a", "/a/**", "/a/*/c", "/:x/b/d", "s:/a", "//h/a", "s://h/a", "//h:1/a",
    ]
    let expected = [
      "/a": "/a", "/b": "/:a", "/b/c": "/**", "/a/x/c": "/a/*/c", "/a/b/d": "/a/**", "/z/b/d": "/:x/b/d",
      "s:/a": "s:/a", "t://h/a": "//h/a", "s://h/a": "s://h/a", "s://i/a": "s:/a", "t://h:1/a": "//h:1/a",
      "t://h:2/a": "//h/a",
    ]
    for patterns in [patterns, patterns.reversed()] {
      let registry = try registry(of: patterns)
      for (url, pattern) in expected { #expect(registry.match(url)?.pattern == pattern, "\(url)") }
    }
  }

  @Test(arguments: [
    ("/editor/:id", ["/editr/7", "https://example.com/editr/7", "x-company-notes:/editr/7"]),
    ("https://h:8080/a", ["https://h/a", "https://h:90/a", "https://h:8080/b"]),
  ])
  func `a pattern without a scheme, or with another port, may be the closest one`(
    pattern: String, urls: [String]
  ) throws {
    for url in urls {
      let problem = error { _ = try registry(of: [pattern]).makeService(for: url) }
      #expect(problem?.remedy?.hasPrefix("did you mean \"\(pattern)\" (") == true, "\(url)")
    }
  }

  @Test(arguments: ["mailto:a@b", "notes:x", "x", ""])
  func `a URL with a relative path matches no pattern, whatever is declared`(url: String) throws {
    let registry = try registry(of: ["/**"])
    let problem = error { _ = try registry.makeService(for: url) }
    #expect(problem?.message == "no route matches \"\(url)\": its path does not begin with a slash")
    #expect(problem?.remedy == "begin its path with a slash, or write a host after two slashes")
  }

  @Test func `a registry lists its patterns`() throws {
    let registry = try registry(of: ["/a/:id", "notes://b"])
    #expect(registry.routes.map(\.urls) == [["/a/:id", "notes://b"]])
    #expect(registry.graph.nodes.map(\.urls) == [["/a/:id", "notes://b"]])
    #expect(registry.graph.mermaid().contains("SystemTime<br/>/a/:id<br/>notes://b"))
    #expect(try RouteGraph(json: registry.graph.json()) == registry.graph)
  }

  // MARK: - Normalized URLs

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
