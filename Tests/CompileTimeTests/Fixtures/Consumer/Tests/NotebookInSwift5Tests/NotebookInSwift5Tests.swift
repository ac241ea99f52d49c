@testable import NotebookInSwift5
import Testing
import Waymark
import WaymarkTesting

@MainActor
@Suite(
  .registry {
    ServicesModule()
    ViewsModule()
  })
struct NotebookInSwift5Tests {
  @Test func functionsMakeAndPrepareDestinations() throws {
    #expect(try Router.makeDestination(to: RoutableService<any Pen>()).color == "black ink")
    #expect(try Router.makeDestination(to: RoutableService<any Eraser>()).size == 2)
    #expect(try Router.makeDestination(to: RoutableService<any Ruler>()).length == 11)
    #expect(try Router.makeDestination(to: RoutableService<any Stamp>()).value == 2)
    #expect(try Router.makeDestination(to: RoutableView<any CoverInput>()).color == "red")
    #expect(try Router.makeDestination(to: RoutableView<any IndexInput>()).entries == ["a"])
    #expect(try Router.makeDestination(to: RoutableView<any NoteInput>()).text == "note")
    #expect(try Desk().write() == "black turned, black turned, 1")
  }

  @Test func closuresMakeAndPrepareDestinations() throws {
    let registry = try Registry {
      ServicesOfClosuresModule()
      ViewsOfClosuresModule()
    }
    #expect(try registry.makeDestination(to: RoutableService<any Pen>()).color == "black ink")
    #expect(try registry.makeDestination(to: RoutableService<any Stamp>()).value == 10)
    #expect(try registry.makeDestination(to: RoutableView<any TitledInput>()).title == "black turned")
  }

  @Test func viewIsShown() async throws {
    let window = RecordingWindow(supporting: [.push])
    let route = try Router.perform(to: RoutableView<any PageInput>(), path: .push(from: window)) {
      $0.onSuccess = { $0.text = "shown" }
    }
    #expect(try await route.completed().text == "shown" && window.shown.count == 1)
  }
}
