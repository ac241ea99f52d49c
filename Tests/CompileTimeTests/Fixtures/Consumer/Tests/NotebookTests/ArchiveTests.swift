import Notebook
import Testing
import Waymark
import WaymarkTesting

/// The same routes with references to functions of another module.
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
      DrawnCover.self,
      {
        View(.cover)
        Singleton()
      }, make: DrawnCover.init)
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
    #expect(try Router.makeDestination(to: .cover).color == "red")
    #expect(try Router.makeDestination(to: .spread).text == "first, second")
  }

  @Test func functionsAndInitializersAreStarted() throws { try expectStarted() }

  @Test(.registry { ReferencingModule() })
  func functionsOfAnotherModuleAreStarted() throws { try expectStarted() }

  @Test func requestBeforeTheStartIsAnError() throws {
    let registry = try Registry { ArchiveModule() }
    let problem = #expect(throws: RouteError.self) { try registry.makeDestination(to: .archive) }
    #expect(problem?.code == .notStarted)
  }
}
