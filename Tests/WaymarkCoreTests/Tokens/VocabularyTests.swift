import ForeignVocabulary
import Testing
import WaymarkCore

@MainActor private protocol Panel: AnyObject {}
@MainActor private final class MainPanel: Panel, ViewDestination { init() {} }
private protocol Clock: Sendable {}
private struct WallClock: Clock, ServiceDestination {}

extension RoutableView where Protocol == any Panel {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableService<any Clock> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}

// Every word of this module also means something in ForeignVocabulary. Only in a type position does the
// import win, so that there the word is written with `Self`.
private struct PanelModule: RouteModule {
  var routes: Self.Routes {
    Route(MainPanel.self) {
      View<any Panel>()
      Identifier("panel")
    }
    Route(WallClock.self) {
      Service<any Clock>()
      Singleton()
    }
  }
}

@Suite("Short names beside other libraries' View, Service, and Route")
struct VocabularyTests {
  @MainActor @Test func `a module's short names are Waymark's`() throws {
    let registry = try Registry { PanelModule() }
    #expect(try registry.makeDestination(to: RoutableView<any Panel>()) is MainPanel)
    #expect(try registry.makeDestination(to: RoutableService<any Clock>()) is WallClock)
    #expect(registry.router(identifier: "panel")?.kind == .view)
  }

  @Test func `imported names keep their meaning outside of a module`() {
    struct Foreign: View, Service {}
    func conforms<Type>(_: Type.Type) -> Bool {
      Type.self is any ForeignVocabulary.View.Type && Type.self is any ForeignVocabulary.Service.Type
    }
    #expect(conforms(Foreign.self))
    #expect(type(of: Identifier()) == ForeignVocabulary.Identifier.self)
  }
}
