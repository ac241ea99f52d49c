import Notebook
import Waymark
import WaymarkTesting
import XCTest

final class NotebookXCTests: XCTestCase {
  override func invokeTest() {
    do {
      try withRegistry {
        NotebookModule()
      } operation: {
        super.invokeTest()
      }
    } catch {
      XCTFail("\(error)")
    }
  }

  func testRegistryIsBound() throws {
    XCTAssertEqual(try Router.makeDestination(to: RoutableService<any PageStore>()).pages(), [])
  }

  func testRouteIsOverridden() throws {
    try withRegistry(overriding: {
      Route(FixedPages.init) { RoutableService<any PageStore>() }
    }) {
      XCTAssertEqual(try Router.makeDestination(to: RoutableService<any PageStore>()).pages(), ["first"])
    }
  }
}
