import ScriptedWindow
import Testing
import Waymark

@MainActor private struct NotFound: ViewDestination {
  var name = ""
  init() {}
}

@MainActor
@Suite("Showing the fallback for unknown identifiers")
struct FallbackViewTests {
  private let registry = Result {
    try Registry {
      FallbackRoute(NotFound.self) { routes in
        var view = NotFound()
        view.name = "\(routes.unknownIdentifier ?? "none") \(routes.userInfo["id"] ?? 0)"
        return view
      }
    }
  }

  @Test func `an unknown identifier leads to the fallback`() throws {
    let registry = try registry.get()
    let window = ScriptedWindow()
    let shown = try registry.perform(identifier: "x", path: .push(from: window), userInfo: ["id": 1])
    #expect((shown.destination as? NotFound)?.name == "x 1")
    #expect(
      (try registry.perform(identifier: "y", path: .push(from: window)).destination as? NotFound)?.name
        == "y 0")
  }

  @Test func `an unknown URL doesn't lead to the fallback`() throws {
    #expect(try registry.get().match("/x") == nil)
  }
}
