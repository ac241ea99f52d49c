import SharedFixtures
import Testing
import WaymarkCore

private class BaseWorker { @Routed(RoutableService()) var time: any TimeSource }
private struct Toolbox {
  @Routed(RoutableService()) var draft: any Draft
  let router = Routed<
    RoutableServiceModule<any ImportModuleConfig>, ModuleServiceRouter<any ImportModuleConfig>
  >(
    RoutableServiceModule())
}
private final class Worker: BaseWorker {
  @Routed(RoutableService()) var store: any NoteStore
  @Routed(RoutableService()) var missing: (any RequiredStore)?
  let tools = Toolbox()
  let number = 7
}
private actor ActorWorker { @Routed(RoutableService()) var draft: any RequiredDraft }
private struct Panel { @Routed(RoutableService()) var store: any NoteStore }
private enum PanelState {
  case hidden
  indirect case shown(Panel, over: PanelState)
}
private final class PanelOwner {
  let optional: Panel? = nil
  let tuple = (Panel(), 1)
  let state = PanelState.hidden
  lazy var later = Panel()
}
@MainActor private final class Window {
  @Routed(RoutableView()) var editor: any EditorInput
}

@Suite("Rule: the @Routed properties of a destination are provided")
struct RoutedRequirementTests: RouteVocabulary {
  @Test func `a missing property of a type, superclass, struct, actor, or main-actor type is an error`() {
    let text = problems {
      Route({ Worker() }) { Service<Worker>(declaredProtocol: Worker.self) }
      Route({ ActorWorker() }) { Service<ActorWorker>(declaredProtocol: ActorWorker.self) }
      Route({ Window() }) { View<Window>(declaredProtocol: Window.self) }
    }
    for (name, need) in [
      ("time", "(Worker) needs Service<any TimeSource>"),
      ("store", "(Worker) needs Service<any NoteStore>"),
      ("tools.draft", "(Worker) needs Service<any Draft>"),
      ("tools.router", "(Worker) needs ServiceModule<any ImportModuleConfig>"),
      ("draft", "(ActorWorker) needs Service<any RequiredDraft>"),
      ("editor", "(Window) needs View<any EditorInput>"),
    ] {
      #expect(text.contains("the @Routed property \(name) of Route\(need)"), "\(text)")
    }
    #expect(text.ranges(of: "\n        or: make the property optional").count == 6, "\(text)")
  }

  @Test func `a missing property in an optional, a tuple, an enum, or a lazy property is an error`() {
    let text = problems { Route({ PanelOwner() }) { Service<PanelOwner>(declaredProtocol: PanelOwner.self) } }
    #expect(
      text.outline == """
        error: 1 problem in 1 route
        line + 0: error [missing-requirement]
            line + 0: the @Routed property optional.store of Route(PanelOwner) needs it
            line + 0: the @Routed property tuple.0.store of Route(PanelOwner) needs it
            line + 0: the @Routed property state.shown.0.store of Route(PanelOwner) needs it
            line + 0: the @Routed property later.store of Route(PanelOwner) needs it
        """)
  }
}
