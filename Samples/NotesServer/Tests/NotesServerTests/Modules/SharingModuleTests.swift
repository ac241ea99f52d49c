import HTTPTypes
import PageKit
import ServerInterfaces
import Sharing
import Synchronization
import Testing
import Waymark
import WaymarkTesting

@Suite("The sharing module alone", .registry(isolating: SharingModule(domain: "kiosk.example")))
struct SharingModuleTests {
  @Test(.scope(Session.visitor)) func itSaysWhichStorageItNeeds() async {
    let error = await #expect(throws: RouteError.self) {
      try await Registry.current.answer(.get, "/shared/a")
    }
    #expect(
      message(of: error) == """
        Service<any ShareStorage> and Service<PageWriter> are not implemented, because the module is isolated; \
        SharedNotePage (…) needs them [unimplemented]
            while making any ShareStorage (…), needed by SharedNotePage (…)
            To fix: provide them with .overriding { … }
        """)
  }

  @Test func itDeclaresTheLinksOfItsDomainAndThePublicPage() throws {
    let urls = Registry.current.routes.flatMap(\.urls)
    #expect(urls.contains("https://kiosk.example/shared/:token"))
    #expect(try Registry.current.makeDestinations(of: .publicPages).map(\.pattern) == ["/shared/:token"])
    #expect(Registry.current.keys(of: .menuItems) == ["shares"])
    #expect(Registry.current.keys(of: .templates) == ["note-sharing", "shares", "shared-note"])
  }

  @Suite(
    "with fakes of what it needs",
    .overriding {
      MemberSurroundings()
      Route(MemoryShares.init) {
        Service(.shareStorage)
        Singleton()
      }
    })
  struct FilledTests {
    @Test(.scope(Session.ann)) func aNoteIsSharedListedAndNoLongerShared() async throws {
      let registry = Registry.current
      #expect(try await registry.answer(.get, "/shared").main.contains("You share no notes."))
      #expect(try await registry.answer(.get, "/notes/a/share").main.contains("Share by link"))
      let shared = try await registry.answer(.post, "/notes/a/share")
      #expect(shared.main.contains(#"<a class="share" href="/shared/token-a">/shared/token-a</a>"#))
      #expect(try await registry.answer(.get, "/notes/a/share").main == shared.main)
      #expect(try await registry.answer(.get, "/shared").main.contains(#"<a href="/notes/a">Title of a</a>"#))
      let ended = try await registry.answer(.post, "/notes/a/share", ["action": "end"])
      #expect(ended.main.contains("Share by link"))
      #expect(try await registry.answer(.get, "/shared").main.contains("You share no notes."))
    }

    @Test(.scope(Session.visitor)) func aVisitorReadsASharedNoteAndNothingElse() async throws {
      let shares = try #require(try Router.makeDestination(to: .shareStorage) as? MemoryShares)
      _ = shares.share(note: "a", of: "ann")
      let page = try await Registry.current.answer(.get, "/shared/token-a")
      #expect(page.main.contains("<h1>Title of a</h1>"))
      #expect(page.main.contains("Shared by Ann, changed 1970-01-01 00:00 UTC"))
      await #expect(throws: StorageProblem.missing) {
        try await Registry.current.answer(.get, "/shared/token-b")
      }
      let error = await #expect(throws: RouteError.self) {
        try await Registry.current.answer(.get, "/shared")
      }
      #expect(error?.underlying is NotLoggedIn)
    }
  }
}

/// Shared notes in memory.
private final class MemoryShares: ShareStorage {
  private let notes = Mutex<Set<String>>([])

  func share(note: String, of user: String) -> Share {
    notes.withLock { _ = $0.insert(note) }
    return Share(token: "token-\(note)", note: note, title: "Title of \(note)")
  }

  func unshare(note: String, of user: String) { notes.withLock { _ = $0.remove(note) } }

  func shares(of user: String) -> [Share] {
    notes.withLock { $0.map { Share(token: "token-\($0)", note: $0, title: "Title of \($0)") } }
  }

  func sharedNote(token: String) throws -> SharedNote {
    let id = String(token.dropFirst(6))
    guard notes.withLock({ $0.contains(id) }) else { throw StorageProblem.missing }
    return SharedNote(note: Note(id: id, title: "Title of \(id)", text: "Text."), owner: "Ann")
  }
}
