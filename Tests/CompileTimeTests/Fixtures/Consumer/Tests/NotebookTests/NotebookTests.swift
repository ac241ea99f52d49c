import Notebook
import Testing
import Waymark
import WaymarkTesting

struct FixedPages: PageStore { func pages() -> [String] { ["first"] } }

@MainActor
@Suite(.registry { NotebookModule() }, .noLeaks)
struct NotebookTests {
  @Test func newPageIsEmpty() throws {
    #expect(try Router.makeDestination(to: View<any PageInput>()).text.isEmpty)
  }

  @Test(.overriding { Route(FixedPages.init) { Service<any PageStore>() } })
  func pageShowsStoredText() async throws {
    let window = RecordingWindow(supporting: [.push])
    let page = try await Router.perform(to: View<any PageInput>(), path: .push(from: window)).completed()
    #expect(page.text == "first" && window.shown.count == 1)
  }

  @Test func registryIsSound() {
    expectSound(Registry.current, dryRun: true)
    expectGraph(of: Registry.current, matches: "Graphs/notebook.json")
  }

  @Test(arguments: try Registry { NotebookModule() }.routeCases)
  func everyRouteCanBeMade(route: RouteCase) throws { try route.make() }
}
