import Foundation
import Hummingbird
import Mustache
import Synchronization
import Testing
import Waymark
import WaymarkTesting

@testable import NotesServer

private let ann = User(id: "ann", name: "Ann", isAdministrator: true)

/// The notes module on a storage that the test provides.
@Suite("The notes module alone", .registry(isolating: NotesModule()))
struct NotesModuleTests {
  @Test(
    .overriding {
      Route({ FaultyStorage { _ in throw StorageProblem.unavailable("away") } }) { RoutableService(.storage) }
      Route({ (registry: Registry) in Links(registry: registry) }) { RoutableService(.links) }
      Route({ (request: PageRequest) in
        let frame = try Frame(templates: MustacheLibrary(), menu: [], links: Links(byHand: { _ in "/" }))
        return PageWriter(frame: frame, request: request)
      }) { RoutableService(.pageWriter) }
    }) func `a page is made for a URL, in the scope of a request`() async throws
  {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/notes/new?folder=7")
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let session = StoredSession(user: ann, revision: 0)
    let page = PageRequest(request: request, session: session, secret: SessionSecret())
    try await Registry.current.withScope(page) {
      #expect(Registry.current.match(request.uri.string)?.pattern == "/notes/new")
      let made = try Registry.current.makeService(for: request.uri.string) as? NotesServer.Page
      await #expect(throws: StorageProblem.unavailable("away")) { try await made?.answer(page, .get) }
      #expect(try Registry.current.makeDestination(to: .links)(PinAddress(note: "a/b")) == "/notes/a%2Fb/pin")
    }
  }
}

@Suite("Passwords") struct PasswordTests {
  @Test func `a wrong name takes the work of a wrong password`() async throws {
    let hasher = PasswordHasher(rounds: 2, passes: 1, capacity: 1)
    let hash = try await hasher.hash("a good password")
    #expect(try await hasher.hash("a good password") != hash)
    #expect(try await hasher.matches("a good password", hash))
    #expect(try await !hasher.matches("a good passwort", hash))
    #expect(try await !hasher.matches("a good password", nil))
    #expect(hasher.derived.load(ordering: .relaxed) == 5)
    // No password waits if too many others do.
    let busy = PasswordHasher(capacity: 0)
    await #expect(throws: HTTPError.self) { try await busy.hash("a good password") }
  }
}

@Suite struct ModuleTests {
  private let remote = RemoteStorageModule(address: StorageAddress(place: .socket("/nowhere.sock")))

  @Test func `the application is sound, with its storage here or elsewhere`() throws {
    for storage: any RouteModule in [StorageModule(folder: .temporaryDirectory), remote] {
      for profile in [nil, Profile.development] {
        let registry = try makeRegistry(storage: storage, profile: profile)
        // The links, the association file, the graph, and its page need the registry itself.
        #expect(registry.diagnostics.allSatisfy { $0.code == .openRoutes }, "\(registry.diagnostics)")
      }
    }
    #expect(
      try makeRegistry(profile: .development).startOrder.filter {
        $0.contains("Database") || $0.contains("Sample")
      } == ["NotesDatabase", "SampleData waits for NotesDatabase"])
  }

  @Test func `storages here and elsewhere differ only in their module`() throws {
    let difference = try makeRegistry(storage: remote).graph.difference(from: makeRegistry().graph)
    #expect(Set(difference.removedNodes.map(\.module)).subtracting(["NotesServer"]) == ["StorageModule"])
    #expect(Set(difference.addedNodes.map(\.module)) == ["RemoteStorageModule"])
    #expect(difference.changedNodes.isEmpty)
  }

  @Test func `modules know the interfaces, and no other module`() throws {
    let sources = URL(filePath: "../../Sources/NotesServer", relativeTo: URL(filePath: #filePath))
    let modules = ["Accounts", "Admin", "Notes", "Sharing", "Storage"]
    var texts: [String: String] = [:]
    for module in modules + ["Interfaces"] {
      let folder = sources.appending(path: module).standardizedFileURL
      texts[module] = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
        try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
      }.joined()
    }
    for (module, text) in texts {
      for (other, declarations) in texts where other != module && other != "Interfaces" {
        // The calls of the storage are part of its interface.
        let types = declarations.matches(
          of: #/(?m)^(?:final class|struct|enum|actor) (\w+)(?!.*Storage(?:Call|Change))/#
        ).map { String($0.output.1) }
        for type in types {
          #expect(text.contains(try Regex("\\b\(type)\\b")) == false, "\(module) uses \(type) of \(other)")
        }
      }
    }
  }

  @Test(.application(profile: .development), arguments: [true, false])
  func `every link on every page is alive`(_ isMember: Bool) async throws {
    let browser = application.browser()
    try await browser.submit(["name": "ann", "password": SampleData.password], on: "/login")
    try await browser.open("/search?words=may")
    let note = try await browser.page.link(with: "/notes/")
    let shared = try await browser.share(note)
    let visitor = isMember ? browser : application.browser()
    var found = Set(["/", "/search?words=prune", shared])
    var (open, matched) = (Array(found), Set<String>())
    while let link = open.popLast() {
      let page = try await visitor.send(.get, link)
      if !link.hasPrefix("/assets/") {
        matched.insert(try #require(application.registry.match(link), "\(link) matches no route").pattern)
      }
      // A link for forms only answers so.
      let isAction =
        try #/\/(logout|account\/sessions|notes\/[^\/]+\/(pin|delete|restore))/#.wholeMatch(in: link) != nil
      let statuses = isAction ? [405] : [200, 303]
      #expect(statuses.contains(page.status), "\(link) is \(page.status)")
      guard page.fields[.contentType]?.hasPrefix("text/html") != false else { continue }
      for link in page.links + [page.fields[.location]].compactMap(\.self) {
        guard let path = link.firstMatch(of: #/^(?:https?:\/\/[^\/]+)?(\/.*)$/#)?.output.1 else { continue }
        if found.insert(String(path)).inserted { open.append(String(path)) }
      }
    }
    let all = Set(
      application.registry.routes.flatMap(\.urls).filter { $0.hasPrefix("/") && !$0.hasPrefix("/api/") })
    #expect(all.count == 24)
    let expected =
      isMember
      ? all.subtracting([
        "/login", "/register", "/notes/:note/restore", "/.well-known/apple-app-site-association",
      ]) : ["/", "/search", "/shared/:token", "/login", "/register"]
    #expect(matched == expected)
  }

  @Test(.application()) func `the administration shows the graph and the health`() async throws {
    let ann = try await application.browser(registering: "ann")
    let graph = try await ann.open("/admin/graph")
    for module in ["Storage", "Accounts", "Notes", "Sharing", "Admin", "Site"] {
      #expect(graph.text.contains("\"\(module)Module\""), "\(module)")
    }
    #expect(!graph.text.contains("RemoteStorageModule") && graph.text.contains("NotesDatabase"))
    let page = try await ann.open("/admin").main
    #expect(page.contains("<li>NotesDatabase</li>") && page.contains("<td>database</td><td>healthy</td>"))
  }
}
