import Notebook
import Testing
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

  #if !canImport(ObjectiveC)
    func testExpectationsFail() throws {
      let count: @Sendable () -> Int = unimplemented("count", placeholder: 0)
      let expectations: [(name: String, run: () -> Void)] = [
        (
          "expectSound",
          {
            expectSound(in: [nil]) {
              NotebookModule()
              Route(FixedPages.init) { RoutableService<any PageStore>() }
            }
          }
        ),
        ("expectNoPath", { Registry.current.graph.expectNoPath(from: "Nobody", to: "Notebook*") }),
        ("expectGraph", { expectGraph(of: .current, matches: "NotebookXCTests.swift") }),
        ("unimplemented", { _ = count() }),
      ]
      let passed = expectations.filter { expectation in
        let test = XCTestCase(name: expectation.name) { _ in expectation.run() }
        test.run()
        return test.testRun?.totalFailureCount != 1
      }
      // After the run of another test, XCTest ignores assertions of this one, but not its errors.
      if !passed.isEmpty { throw RouteError(.refused, "no failure by \(passed.map(\.name))") }
    }
  #endif
}
