@testable import NotebookInSwift5
import Testing
import Waymark
import WaymarkTesting

@MainActor
struct ArchiveTests {
  private func expectStarted() throws {
    #expect(try Router.makeDestination(to: .archive).names() == ["first", "second"])
    #expect(try Router.makeDestination(to: .pageIndex).count == 2)
    #expect(try Router.makeDestination(to: .pageSearch).find("second"))
    #expect(try Router.makeDestination(to: .binding).color == "brown")
    #expect(try Router.makeDestination(to: .spread).text == "first, second")
    #expect(try Router.makeDestination(to: .bookmark).name == "second")
  }

  @Test(.registry { ArchiveModule() }, .started)
  func functionsAreStarted() throws { try expectStarted() }

  @Test(.registry { ArchiveOfClosuresModule() }, .started)
  func closuresAreStarted() throws { try expectStarted() }
}
