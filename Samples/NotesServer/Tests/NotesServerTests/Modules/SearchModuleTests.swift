import HTTPTypes
import PageKit
import Search
import ServerInterfaces
import Testing
import Waymark
import WaymarkTesting

/// The search module, and what a fake index was asked for.
private struct WatchedSearch: RouteModule {
  var routes: Routes {
    SearchModule()
    Route(Questions.init) {
      Service(.questions)
      Singleton()
    }
  }
}

@Suite("The search module alone", .registry(isolating: WatchedSearch()), .scope(Session.ann))
struct SearchModuleTests {
  @Test func itSaysWhichIndexItNeeds() {
    let error = #expect(throws: RouteError.self) { try Router.makeDestination(to: .searchIndex) }
    #expect(
      message(of: error) == """
        Service(.searchIndex) is not implemented, because the module is isolated; the test requested it [unimplemented]
            while making any SearchIndex (…)
            To fix: provide it with .overriding { … }
        """)
  }

  @Test func itContributesItsTemplate() {
    #expect(Registry.current.keys(of: .templates) == ["search"])
  }

  @Suite(
    "with fakes of what it needs",
    .overriding {
      MemberSurroundings()
      Route(CountingIndex.init(questions:)) {
        Service(.searchIndex)
        Singleton()
      }
    })
  struct FilledTests {
    private let questions: Questions

    init() throws { questions = try Router.makeDestination(to: .questions) }

    @Test func theIndexOfOthersIsCached() async throws {
      #expect(try Router.makeDestination(to: .searchIndex) is CachedSearch)
      for path in ["/search?words=bread", "/api/search?words=bread", "/search?words=bread"] {
        #expect(try await Registry.current.answer(.get, path, revision: 1).text.contains("Found"))
      }
      #expect(questions.all == [["bread"]])
      _ = try await Registry.current.answer(.get, "/search?words=bread", revision: 2)
      #expect(questions.all == [["bread"], ["bread"]])
    }

    @Test func theFirstEightWordsAreSearchedFor() async throws {
      _ = try await Registry.current.answer(.get, "/search?words=a+b-c,d%20e+f+g+h+i+j")
      #expect(questions.all == [["a", "b", "c", "d", "e", "f", "g", "h"]])
    }

    @Test func withoutWordsTheIndexIsNotAsked() async throws {
      #expect(try await Registry.current.answer(.get, "/search").status == .ok)
      #expect(try await Registry.current.answer(.get, "/search?words=%22-%22").status == .ok)
      #expect(questions.all.isEmpty)
    }
  }

  @Test func theCacheAsksOnceForEachRevision() async throws {
    let questions = Questions()
    let cache = CachedSearch(inner: CountingIndex(questions: questions), capacity: 2)
    for revision in [1, 1, 2, 2, 1] {
      _ = try await cache.find(["a"], of: "ann", revision: revision, limit: 20)
    }
    #expect(questions.all.count == 2)
    _ = try await cache.find(["a"], of: "bob", revision: 1, limit: 20)
    #expect(questions.all.count == 3)
    // Older answers are forgotten.
    for number in 0..<10 { _ = try await cache.find(["\(number)"], of: "ann", revision: 1, limit: 20) }
    _ = try await cache.find(["a"], of: "ann", revision: 1, limit: 20)
    #expect(questions.all.count == 14)
  }
}
