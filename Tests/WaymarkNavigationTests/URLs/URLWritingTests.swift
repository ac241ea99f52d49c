import Foundation
import SeededTesting
import SharedFixtures
import Testing
import Waymark

@Suite("Building URLs")
struct URLWritingTests {
  private func router(_ patterns: [String]) throws -> (registry: Registry, router: AnyRouter) {
    let registry = try Registry {
      Route(SystemTime.self) {
        RoutableService<any TimeSource>()
        Identifier("time")
        for pattern in patterns { URLPattern(pattern) }
      }
    }
    return (registry, try #require(registry.router(identifier: "time")))
  }

  @Test(
    arguments: [
      (["notes://editor/:id"], ["id": "8"], "notes://editor/8"),
      (["Notes://Editor/New"], [:], "notes://editor/New"),
      (["notes://editor/:id"], ["id": "a b/c", "q": "ü&="], "notes://editor/a%20b%2Fc?q=%C3%BC%26%3D"),
      (["/:a/**"], ["a": "x", "**": "y/z z/"], "/x/y/z%20z/"), (["/:a/**"], ["a": "x"], "/x"),
      (["/a/:id/:other", "/a/:id"], ["id": "1"], "/a/1"), (["/a", "/a/:id", "/b/:id"], ["id": "1"], "/a/1"),
      (["notes://docs", "notes://docs/**"], ["**": "a/b"], "notes://docs/a/b"),
      (["/a", "/a/:id"], ["id": ""], "/a?id="), (["/a/*", "/a/b"], [:], "/a/b"),
      (["//localhost:80/"], ["x": "1", "a": "2"], "//localhost:80/?a=2&x=1"),
      (["//[::1]:80/a"], [:], "//[::1]:80/a"),
      (["/a"], ["b": ".."], "/a?b=.."), (["/:a"], ["a": "..."], "/..."), (["/:a"], ["a": "%2e"], "/%252e"),
      (["//h.:080/a"], [:], "//h:80/a"), (["/café/:a"], ["a": "é"], "/caf%C3%A9/%C3%A9"),
      (["s:/:a"], ["a": "b"], "s:/b"), (["mail://inbox"], [:], "mail://inbox"),
      (["mail://inbox/"], [:], "mail://inbox/"), (["mail:/"], [:], "mail:/"), (["/"], [:], "/"),
      // The rest of a path may be empty. If it begins with a slash, it isn't a host.
      (["/**"], [:], "/"), (["notes:/**"], [:], "notes:/"), (["notes://list/**"], [:], "notes://list"),
      (["/a/**"], [:], "/a"), (["/**"], ["q": "1"], "/?q=1"), (["notes:/**"], ["q": "1"], "notes:/?q=1"),
      (["/**"], ["**": "/a/b"], "////a/b"), (["notes:/**"], ["**": "/a/b"], "notes:////a/b"),
      (["//h/**"], ["**": "/a/b"], "//h//a/b"),
    ] as [([String], [String: String], String)])
  func `a pattern builds a URL`(patterns: [String], parameters: [String: String], makes url: String) throws {
    let (registry, router) = try router(patterns)
    #expect(try router.url(parameters).absoluteString == url)
    #expect(try registry.router(to: RoutableService<any TimeSource>())?.url(parameters).absoluteString == url)
    let match = try #require(registry.match(url))
    #expect(match.destination == "SystemTime")
    for (name, value) in parameters { #expect(match.parameters[name] == value) }
    let rest = parameters["**"]?.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    #expect(match.parameters.tail == rest ?? [])
  }

  @Test func `a URL that no pattern matches isn't written`() throws {
    let (_, router) = try router(["notes://h//**"])
    let failure = #expect(throws: RouteError.self) { try router.url(["q": "a"]) }
    #expect(
      failure?.message.withoutPlaces
        == #"no URL can be built for SystemTime (line): "notes://h/?q=a" matches none of its patterns"#)
    #expect(try router.url(["**": "a"]).absoluteString == "notes://h//a")
  }

  private struct Chapter: Sendable { var name = "first" }

  @Test func `a URL that leads to another route isn't written`() throws {
    let registry = try Registry {
      timeRoute("/notes/:id")
      storeRoute(named: "new", "/notes/new", "/chapters/last")
      Route(MemoryStore.self, configuration: Chapter.init) {
        RoutableServiceModule<Chapter>(declaredProtocol: Chapter.self)
        URLPattern(for: Chapter.self, "/chapters/\(\.name)")
      } make: { chapter, _ in
        MemoryStore(name: chapter.name)
      }
    }
    let router = try #require(registry.router(to: RoutableService<any TimeSource>()))
    #expect(try router.url(["id": "old"]).absoluteString == "/notes/old")
    let taken = error { _ = try router.url(["id": "new"]) }
    #expect(
      taken?.description.withoutPlaces == """
        "/notes/new", the URL of SystemTime (line), leads to MemoryStore (line) by its pattern "/notes/new" [unknownURL]
            To fix: pass other values
                or: add a URLPattern to the route that no other route has
        """)
    let module = try #require(
      registry.router(to: RoutableServiceModule<Chapter>(declaredProtocol: Chapter.self)))
    #expect(try module.url { $0.name = "first" }.absoluteString == "/chapters/first")
    #expect(error { _ = try module.url { $0.name = "last" } }?.code == .unknownURL)
  }

  private struct Title: ImportModuleConfig, Sendable { var source = "first" }
  private struct OtherTitle: ImportModuleConfig, Sendable { var source = "other" }

  @Test func `a URL isn't written for a configuration of another type`() throws {
    let registry = try Registry {
      Route(MemoryStore.self, configuration: Title.init) {
        RoutableServiceModule<any ImportModuleConfig>()
        URLPattern(for: Title.self, "/titles?title=\(\.source)")
      } make: { title, _ in
        MemoryStore(name: title.source)
      }
    }
    let router = try #require(registry.router(to: RoutableServiceModule<any ImportModuleConfig>()))
    #expect(try router.url { $0.source = "second" }.absoluteString == "/titles?title=second")
    let problem = error { _ = try router.url { $0 = OtherTitle() } }
    #expect(problem?.code == .configurationReplaced)
  }

  @Test func `a URL that another pattern of the route takes isn't written`() throws {
    let router = try router(["/list/:id", "/list/all"]).router
    #expect(try router.url(["id": "old"]).absoluteString == "/list/old")
    #expect(try router.url(["id": "all"]).absoluteString == "/list/all?id=all")
    let other = try self.router(["/:id/all", "/list/*"]).router
    #expect(try other.url(["id": "a"]).absoluteString == "/a/all")
    let taken = error { _ = try other.url(["id": "list"]) }
    #expect(
      taken?.description.withoutPlaces == """
        "/list/all", the URL of SystemTime (line), matches its pattern "/list/*" [unknownURL]
            To fix: pass other values
                or: remove one of the patterns
        """)
  }

  @Test(arguments: [
    ("/a/:b", "b", ".", "."), ("/a/:b", "b", "..", ".."), ("/a/**", "**", "x/../y", ".."),
    ("/a/**", "**", ".", "."),
  ])
  func `a value that is removed from each URL isn't written`(
    pattern: String, name: String, value: String, segment: String
  ) throws {
    let problem = error { _ = try router([pattern]).router.url([name: value]) }
    let reason = "it is a segment of \"\(pattern)\", and '\(segment)' is removed from each URL"
    #expect(problem?.code == .missingParameter)
    #expect(problem?.message.hasSuffix(" cannot have '\(segment)' in '\(name)': \(reason)") == true)
    #expect(problem?.remedy == "pass another value\nput the value in the query")
  }

  @Test func `a URL that can't be built throws`() throws {
    let missing = error { _ = try router(["/:a", "/:b/c"]).router.url(["x": ""]) }
    #expect(missing?.code == .missingParameter)
    #expect(missing?.message.hasSuffix(" needs a value for 'a': its pattern is \"/:a\"") == true)
    let empty = error { _ = try router(["/:a"]).router.url(["a": ""]) }
    #expect(empty?.remedy == "pass a value for 'a' that is not empty")
    let misspelled = error { _ = try router(["/:note"]).router.url(["nota": "1"]) }
    #expect(misspelled?.remedy == "write 'note' in place of 'nota'")
    let wild = error { _ = try router(["/a/*"]).router.url() }
    #expect(wild?.code == .unknownURL)
    #expect(wild?.message.hasSuffix("each of its patterns has '*', which has no name") == true)
    let none = error { _ = try router([]).router.url() }
    #expect(none?.message.hasPrefix("no URL can be built for SystemTime (") == true)
  }

  /// Every written URL matches, with the same parameters.
  @Test(arguments: try Seeds.first(10))
  func `a built URL matches with the same parameters`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let (registry, router) = try router(["notes://xn--caf-dma.example/:first/x/:second/**"])
    for _ in 0..<100 {
      var parameters = ["first": randomText(1, &numbers), "second": randomText(1, &numbers)]
      for _ in 0..<Int.random(in: 0...3, using: &numbers) {
        parameters[randomText(1, &numbers)] = randomText(0, &numbers)
      }
      let fragment = Bool.random(using: &numbers) ? randomText(0, &numbers) : nil
      guard ["first", "second"].allSatisfy({ ![".", ".."].contains(parameters[$0]) }) else {
        #expect(error { _ = try router.url(parameters) }?.code == .missingParameter)
        continue
      }
      let url = try router.url(parameters, fragment: fragment)
      #expect(url.absoluteString.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      let found = try #require(registry.match(url)?.parameters, "\(url)")
      #expect(Set(found.names) == Set(parameters.keys).union(["**"]))
      for (name, value) in parameters where name != "**" { #expect(found[name] == value) }
      #expect(found.fragment == fragment)
      #expect(registry.match(url.absoluteString)?.url == url.absoluteString)
    }
  }
}
