import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Checking whether a view can be shown")
struct CanPerformTests: RouteVocabulary {
  private let window = ScriptedWindow()

  private func registry() throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Identifier("editor")
        Supports(.push)
      } make: {
        Issue.record("nothing is made")
        return Editor()
      }
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule(.editorModule)
      } make: { _, _ in
        Editor()
      }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Identifier("time")
      }
      Intercepts { _ in
        Issue.record("nobody is asked")
        return .proceed
      }
    }
  }

  @Test func `canPerform answers for a token and a path`() throws {
    let registry = try registry()
    #expect(registry.canPerform(to: View(.editor), path: .push(from: window)))
    #expect(registry.canPerform(to: .editor, path: .push(from: window)))
    #expect(!registry.canPerform(to: .editor, path: .present(from: window)))
    #expect(registry.canPerform(to: .editorModule, path: .present(from: window)))
    #expect(!registry.canPerform(to: View<any PreviewInput>(), path: .push(from: window)))
    #expect(registry.canPerform(to: .editor, path: .makeDestination))
    #expect(window.presenter.shown.isEmpty)
  }

  @Test func `a service can only be made`() throws {
    let registry = try registry()
    #expect(registry.anyRouter(to: Service<any TimeSource>())?.canPerform(.push(from: window)) == false)
    #expect(registry.anyRouter(to: Service<any TimeSource>())?.canPerform(.makeDestination) == true)
    #expect(registry.router(identifier: "time")?.canPerform(.push(from: window)) == false)
  }

  @Test func `canPerform asks the presenter`() throws {
    let registry = try registry()
    window.presenter.refusal = RouteError(.unsupportedPath, "not now")
    #expect(!registry.canPerform(to: .editor, path: .push(from: window)))
    window.presenter.refusal = nil
    let path = RoutePath.push(from: ScriptedWindow())
    #expect(!registry.canPerform(to: .editor, path: path))
  }

  @Test func `an active route answers for its state`() throws {
    let registry = try Waymark.Registry { Route(Editor.self) { View(.editor) } }
    window.presenter.isPrompt = false
    let active = try registry.perform(to: .editor, path: .push(from: window))
    #expect(active.state == .routing && !active.canPerform)
    window.presenter.complete()
    #expect(active.state == .routed && !active.canPerform)
    #expect(error { try active.perform() }?.remedy == "remove it first" && active.state == .routed)
    try active.remove()
    #expect(active.state == .removing && !active.canPerform)
    window.presenter.complete()
    #expect(active.state == .removed && active.canPerform)
    window.presenter.refusal = RouteError(.unsupportedPath, "not now")
    #expect(!active.canPerform && active.state == .removed)
  }

  @Test(arguments: NamedRegistry.allCases, ProvidedNames.allCases)
  func `canPerform distinguishes names`(setting: NamedRegistry, provided: ProvidedNames) throws {
    let registry = try setting.make(provided.keys)
    for key in NameKey.allCases {
      let isFound = NameKey(rawValue: provided.expected(key)) != nil
      for path in [RoutePath.makeDestination, .push(from: window)] {
        #expect(registry.canPerform(to: key.leaf, path: path) == isFound, "\(key)")
        #expect(registry.canPerform(to: key.leafSettings, path: path) == isFound, "\(key)")
      }
    }
  }
}
