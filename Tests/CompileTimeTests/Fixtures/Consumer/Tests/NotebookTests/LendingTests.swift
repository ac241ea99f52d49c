import Notebook
import Testing
import Waymark
import WaymarkTesting

@Suite("A program's own types with Waymark's names", .registry { LendingModule() })
struct LendingTests {
  @Test func ownTypesAreMeantInRoutes() throws {
    #expect(try Router.makeDestination(to: .label).text == "Ann to Bob, no. 7, 9 mm")
    let owner: Notebook.Profile = try Router.makeDestination(to: .owner)
    let number: Notebook.Identifier = try Router.makeDestination(to: .notebookNumber)
    let holder: Notebook.Adapter = try Router.makeDestination(to: .penHolder)
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
      Route(Notebook.Profile.self) {
        RoutableService(.borrower)
      } make: {
        Notebook.Profile(name: "Cleo")
      }
    })
  func nameIsOverriddenWithoutTheOtherOneOfItsType() throws {
    #expect(try Router.makeDestination(to: .label).text == "Ann to Cleo, no. 7, 9 mm")
  }
}
