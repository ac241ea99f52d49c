import Testing
import Waymark
import WaymarkTesting

#if swift(>=6)
  @testable import Notebook
#else
  @testable import NotebookInSwift5
#endif

/// References to functions of another module.
private struct ReferencingModule: RouteModule {
  var routes: Routes {
    Route(
      FileArchive.self,
      {
        Service(.archive)
        Singleton()
      }, make: FileArchive.open)
    Route(MemoryIndex.init(archive:)) {
      Service(.pageIndex)
      Singleton()
    }
    Route(
      GluedBinding.self,
      {
        View(.binding)
        Singleton()
      }, make: GluedBinding.init)
    Route(ReadSpread.read(archive:index:)) {
      View(.spread)
      Singleton()
    }
  }
}

@MainActor
@Suite(.registry { ArchiveModule() }, .started)
struct ArchiveTests {
  private func expectStarted() throws {
    #expect(try Router.makeDestination(to: .archive).names() == ["first", "second"])
    #expect(try Router.makeDestination(to: .pageIndex).count == 2)
    #expect(try Router.makeDestination(to: .binding).color == "brown")
    #expect(try Router.makeDestination(to: .spread).text == "first, second")
  }

  @Test func `functions are started`() throws {
    try expectStarted()
    #expect(try Router.makeDestination(to: .pageSearch).find("second"))
    #expect(try Router.makeDestination(to: .bookmark).name == "second")
  }

  @Test(.registry { ReferencingModule() })
  func `functions of another module are started`() throws { try expectStarted() }

  @Test func `a request before the start is an error`() throws {
    let registry = try Registry { ArchiveModule() }
    let problem = #expect(throws: RouteError.self) { try registry.makeDestination(to: .archive) }
    #expect(problem?.code == .notStarted)
  }
}
