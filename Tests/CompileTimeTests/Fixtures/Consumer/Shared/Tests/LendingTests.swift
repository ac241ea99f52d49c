import Testing
import Waymark
import WaymarkTesting

#if swift(>=6)
  @testable import Notebook
  private typealias Person = Notebook.Profile
  private typealias Number = Notebook.Identifier
  private typealias PenHolder = Notebook.Adapter
#else
  @testable import NotebookInSwift5
  private typealias Person = NotebookInSwift5.Profile
  private typealias Number = NotebookInSwift5.Identifier
  private typealias PenHolder = NotebookInSwift5.Adapter
#endif

@Suite("A program's own types with Waymark's names", .registry { LendingModule() })
struct LendingTests {
  @Test func `a program's own types are meant in routes`() throws {
    #expect(try Router.makeDestination(to: .label).text == "Ann to Bob, no. 7, 9 mm")
    let owner: Person = try Router.makeDestination(to: .owner)
    let number: Number = try Router.makeDestination(to: .notebookNumber)
    let holder: PenHolder = try Router.makeDestination(to: .penHolder)
    #expect(owner.name == "Ann" && number.number == 7 && holder.width == 9)
  }

  @Test func `Waymark's types are written with their module`() throws {
    #expect(try Router.makeDestination(to: .printedLabel).text == "[Ann to Bob, no. 7, 9 mm]")
    #expect(try AnyRouter(identifier: "label").makeService() is any LabelText)
    let preview = try Registry(profile: .preview) { LendingModule() }
    #expect(try preview(.label).text == "Ann to Bob, no. 0, 9 mm")
  }

  @Test(.overriding { Route({ Person(name: "Cleo") }) { RoutableService(.borrower) } })
  func `a name is overridden without the other name of its type`() throws {
    #expect(try Router.makeDestination(to: .label).text == "Ann to Cleo, no. 7, 9 mm")
  }
}
