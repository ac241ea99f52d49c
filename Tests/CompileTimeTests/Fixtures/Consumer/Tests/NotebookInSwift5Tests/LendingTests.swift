@testable import NotebookInSwift5
import Testing
import Waymark
import WaymarkTesting

@Suite("A program's own types with Waymark's names", .registry { LendingModule() })
struct LendingTests {
  @Test func ownTypesAreMeantInRoutes() throws {
    #expect(try Router.makeDestination(to: .label).text == "Ann to Bob, no. 7, 9 mm")
    let owner: NotebookInSwift5.Profile = try Router.makeDestination(to: .owner)
    let number: NotebookInSwift5.Identifier = try Router.makeDestination(to: .notebookNumber)
    let holder: NotebookInSwift5.Adapter = try Router.makeDestination(to: .penHolder)
    #expect(owner.name == "Ann" && number.number == 7 && holder.width == 9)
  }

  @Test func typesOfWaymarkAreWrittenWithTheirModule() throws {
    #expect(try Router.makeDestination(to: .printedLabel).text == "[Ann to Bob, no. 7, 9 mm]")
    #expect(try AnyRouter(identifier: "label").makeService() is any LabelText)
    let preview = try Registry(profile: .preview) { LendingModule() }
    #expect(try preview(.label).text == "Ann to Bob, no. 0, 9 mm")
  }

  @Test(
    .overriding {
      Route(NotebookInSwift5.Profile.self) {
        RoutableService(.borrower)
      } make: {
        NotebookInSwift5.Profile(name: "Cleo")
      }
    })
  func nameIsOverriddenWithoutTheOtherOneOfItsType() throws {
    #expect(try Router.makeDestination(to: .label).text == "Ann to Cleo, no. 7, 9 mm")
  }
}
