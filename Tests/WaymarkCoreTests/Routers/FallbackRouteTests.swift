import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

@MainActor private struct NotFound: ViewDestination {
  var name = ""
  init() {}
}

@MainActor
@Suite("The fallback for unknown identifiers")
struct FallbackRouteTests: RouteVocabulary {
  private func registry() throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
      FallbackRoute(NotFound.self) { routes in
        var view = NotFound()
        view.name = "\(routes.unknownIdentifier ?? "none") \(routes.userInfo["id"] ?? 0)"
        return view
      }
    }
  }

  @Test func `an unknown identifier leads to the fallback`() throws {
    let registry = try registry()
    #expect(try registry.makeDestination(identifier: "editor") is Editor)
    let view = try registry.makeDestination(identifier: "edtor", userInfo: ["id": 7])
    #expect((view as? NotFound)?.name == "edtor 7")
    // A program can still find out which identifiers there are.
    #expect(registry.router(identifier: "x") == nil && registry.router(identifier: "editor") != nil)
    #expect(error { _ = try AnyRouter(identifier: "x", in: registry).makeService() }?.code == .notAService)
  }

  @Test func `a type that makes itself needs no closure`() throws {
    let registry = try Registry { FallbackRoute(NotFound.self) }
    #expect(try registry.makeDestination(identifier: "x") is NotFound)
    #expect(registry.diagnostics.isEmpty)
    #expect(registry.routes.map(\.destination) == ["NotFound"] && registry.graph.nodes.count == 1)
  }

  @Test func `an unknown token doesn't lead to the fallback`() throws {
    let registry = try registry()
    #expect(error { _ = try registry.makeDestination(to: View<any PreviewInput>()) }?.code == .unregistered)
    #expect(try registry.overriding { FallbackRoute(Editor.self) }.makeDestination(identifier: "x") is Editor)
  }

  @Test func `an extension's second fallback is an error, and so is overriding a missing one`() throws {
    let second = problemsOfDeriving { () throws(RegistryError) in
      try Registry { FallbackRoute(NotFound.self) }.extending { FallbackRoute(Editor.self) }
    }
    #expect(second.findings == ["line + 1 duplicate-fallback"])
    #expect(second.contains("    line + 1: FallbackRoute(NotFound) is the first\n"), "\(second)")
    let overridden = problemsOfDeriving { () throws(RegistryError) in
      try Registry {}.overriding { FallbackRoute(NotFound.self) }
    }
    #expect(
      overridden == """
        error: 1 problem in 1 route
        line + 1: error: FallbackRoute(NotFound) is overridden, but the base registry has none [unknown-override]
            To fix: override a token that the base registry provides
                or: add this route with extending { … }
        """)
  }

  @Test func `an isolated module's override can add a fallback`() throws {
    let isolated = try Registry.isolating(
      RoutesBuilder.buildExpression(Route(Editor.self) { View<any EditorInput>() }))
    let registry = try isolated.overriding { FallbackRoute(NotFound.self) }
    #expect(try registry.makeDestination(identifier: "x") is NotFound)
  }
}
