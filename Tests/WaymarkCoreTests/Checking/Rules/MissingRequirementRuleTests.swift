import SharedFixtures
import Testing
import WaymarkCore

private protocol UnknownStore: Sendable {}
private protocol UnknownStores: Sendable {}
private struct UnknownShelf: UnknownStores {}

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

@Suite("Rule: the dependencies and @Routed properties of a route are provided")
struct MissingRequirementRuleTests: RouteVocabulary {
  private static let cases = [
    RuleCase(
      "a view of a service, which can take a router to it", "line + 5 missing-requirement",
      says: "line + 7: View<any EditorInput> is provided here\n",
      "To fix: take DestinationViewRouter<any EditorInput> in place of the view, and create the view where it is shown\n"
    ) {
      Route({ (_: any EditorInput) in MemoryStore() }) { Service<any NoteStore>() }
      Route({ (_: DestinationViewRouter<any EditorInput>) in PlainDraft() }) { Service<any Draft>() }
      Route(Editor.self) { View<any EditorInput>() }
    },
    RuleCase(
      "a router, and optional parameters", "missing-requirement",
      says: "parameter 2 of Route(SystemTime) needs a router to Service<any Draft>, and nothing"
    ) {
      Route({
        (
          _: (any NoteStore)?, _: DestinationServiceRouter<any Draft>,
          _: ModuleServiceRouter<any ImportModuleConfig>?, _: Resolver, _: Registry
        ) in SystemTime()
      }) { Service<any TimeSource>() }
    },
    RuleCase(
      "one dependency of many routes", "line + 6 missing-requirement",
      says: "line + 6: parameter 1 of Route(StoreProxy) needs it\n",
      "line + 7: parameter 1 of Route(StoredEditor) needs it\n", "line + 8: Route(SystemTime) requires it\n",
      "line + 9: the @Routed property store of Route(RoutedScreen) needs it\n"
    ) {
      Route(StoreProxy.init(_:)) { Service<any RequiredStore>() }
      Route(StoredEditor.init(store:time:)) { View<any EditorInput>() }
      service({ SystemTime() }, Service<any TimeSource>(), Requires(Service<any NoteStore>()))
      Route({ RoutedScreen() }) { Service<RoutedScreen>(declaredProtocol: RoutedScreen.self) }
    },
    // Two texts are rarely the same dependency.
    RuleCase(
      "two strings", "missing-requirement", "missing-requirement",
      says: "parameter 1 of Route(MemoryStore) needs String, and",
      "parameter 1 of Route(PlainDraft) needs String, and"
    ) {
      Route(MemoryStore.init(name:)) { Service<any NoteStore>() }
      Route(PlainDraft.init(text:)) { Service<any Draft>() }
    },
    RuleCase(
      "a service or a view of two views", "missing-requirement",
      says: "To fix: add Service<any UnknownPart>() or View<any UnknownPart>(), or its name, to a route\n"
    ) {
      Route({ @MainActor (_: any UnknownPart) in Editor() }) { View<any EditorInput>() }
      Route({ @MainActor (_: any UnknownPart) in HeadingEditor(Editor()) }) { View<any HeadingInput>() }
    },
    RuleCase(
      "a similar token, in the last remedy but one", "missing-requirement",
      says: "    To fix: add Service<any UnknownStore>(), or its name, to a route\n",
      "        or: add the module that provides it to the registry (did you mean Service<any UnknownStores>?)\n"
    ) {
      Route({ (_: any UnknownStore) in SystemTime() }) { Service<any TimeSource>() }
      Route({ MemoryStore() }) { token((any UnknownStores).self).as { _ in UnknownShelf() } }
    },
    // Modules of the program
    RuleCase(
      "two modules with one name", "missing-requirement", "missing-requirement",
      says: "To fix: add WaymarkCoreTests.ForgottenBasement.FloorModule, which provides it,",
      "To fix: add WaymarkCoreTests.ForgottenTop.FloorModule, which provides it,"
    ) {
      Route({ (_: any ForgottenCellar, _: any ForgottenAttic) in MemoryStore() }) { Service<any NoteStore>() }
    },
    RuleCase(
      "a profile that needs less of a module", "missing-requirement", lacks: "in the profile"
    ) {
      Route({ (_: any ForgottenWing, _: any ForgottenRoof) in MemoryStore() }) { Service<any NoteStore>() }
      Route({ (_: any ForgottenWing) in SystemTime() }) { Service<any TimeSource>() }
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    },
    RuleCase(
      "the modules that contribute", "missing-requirement",
      says:
        "To fix: add one of ForgottenPartModule, OtherForgottenModule, each of which contributes to it, to",
      "or: add Contributes(to: Services<any ForgottenPart>()) to a route"
    ) {
      service({ MemoryStore() }, Service<any NoteStore>(), Requires(parts))
    },
  ]

  @Test(arguments: cases) func `a missing dependency is an error`(row: RuleCase) throws { try row.check() }

  @Test func `a description contains twenty of many related declarations`() throws {
    let text = problems {
      for number in 0..<30 {
        Route(MemoryStore.self) {
          Contributes(to: Services<any NoteStore>(declaredProtocol: (any NoteStore).self), as: "\(number)")
          Requires(token((any UnknownPart).self))
        }
      }
    }
    #expect(text.ranges(of: "Route(MemoryStore) requires it\n").count == 20, "\(text)")
    #expect(text.contains("\n    and 10 more\n"), "\(text)")
  }

  // MARK: - Modules of the program

  @Test func `a module that provides several missing dependencies is one problem`() {
    let text = problems {
      Route({ (_: any ForgottenWing, _: any ForgottenRoof) in MemoryStore() }) { Service<any NoteStore>() }
      service({ SystemTime() }, Service<any TimeSource>(), Requires(token((any ForgottenWing).self)))
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: 3 dependencies need 2 tokens of ForgottenHouseModule, and the registry doesn't contain the module [missing-requirement]
            line + 1: parameter 1 of Route(MemoryStore) needs Service<any ForgottenWing>
            line + 2: Route(SystemTime) requires Service<any ForgottenWing>
            line + 1: parameter 2 of Route(MemoryStore) needs Service<any ForgottenRoof>
            To fix: add ForgottenHouseModule, which provides them, to the registry
                or: add the tokens to routes of other modules
        """)
  }

  @Test func `a remedy doesn't name a module that the registry or its base lists`() throws {
    let listed = problems {
      ForgottenPartModule()
      service({ MemoryStore() }, Service<any NoteStore>(), Requires(token((any UnknownPart).self)))
    }
    #expect(listed.contains("add the module that provides it to the registry"))
    @RoutesBuilder func need() -> Routes {
      Route({ (annex: any ForgottenAnnex) in MemoryStore() }) { Service<any NoteStore>() }
    }
    #expect(problems { need() }.contains("add ForgottenAnnexModule, which provides it, to the registry"))
    let text = try problems {
      ForgottenAnnexModule(isComplete: false)
    } extending: {
      need()
    }
    #expect(text.contains("add Service<any ForgottenAnnex>(), or its name, to a route"), "\(text)")
    #expect(!text.contains("ForgottenAnnexModule"), "\(text)")
  }

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

private struct RoutedScreen { @Routed(RoutableService()) var store: any NoteStore }

protocol ForgottenPart: Sendable {}
protocol ForgottenWing: Sendable {}
protocol ForgottenRoof: Sendable {}
protocol ForgottenCellar: Sendable {}
protocol ForgottenAttic: Sendable {}
protocol ForgottenAnnex: Sendable {}
protocol UnknownPart: Sendable {}
private struct Part: ForgottenPart {}
private struct House: ForgottenWing, ForgottenRoof {}
private struct Floor: ForgottenCellar, ForgottenAttic {}
private struct Annex: ForgottenAnnex {}

private func token<Requested>(_ type: Requested.Type) -> RoutableService<Requested> {
  RoutableService(declaredProtocol: type)
}
private var parts: RoutableServices<any ForgottenPart> {
  RoutableServices(declaredProtocol: (any ForgottenPart).self)
}

/// A module that no registry lists: a struct without properties, which needs no initializer.
struct ForgottenPartModule: RouteModule {
  var routes: Routes {
    Route(Part.init) {
      token((any ForgottenPart).self)
      Contributes(to: parts)
    }
  }
}

/// A module that no registry lists, with two tokens that no other module provides.
struct ForgottenHouseModule: RouteModule {
  var routes: Routes {
    Route(House.init) {
      token((any ForgottenWing).self)
      token((any ForgottenRoof).self)
    }
  }
}

/// Two modules with one name, as in packages that nest their modules in a type.
enum ForgottenBasement {
  struct FloorModule: RouteModule {
    var routes: Routes { Route(Floor.init) { token((any ForgottenCellar).self) } }
  }
}
enum ForgottenTop {
  struct FloorModule: RouteModule {
    var routes: Routes { Route(Floor.init) { token((any ForgottenAttic).self) } }
  }
}

/// A module with a parameter that determines its tokens.
struct ForgottenAnnexModule: RouteModule {
  let isComplete: Bool
  var routes: Routes {
    Route(Annex.init) { token(Annex.self) }
    if isComplete { Route(Annex.init) { token((any ForgottenAnnex).self) } }
  }
}

/// A module without parameters that lists the complete one.
struct ForgottenGroundsModule: RouteModule {
  var routes: Routes { ForgottenAnnexModule(isComplete: true) }
}

/// A module that can be discovered, with a property.
///
/// It creates a registry that isn't valid while the declarations of the program's modules are read.
final class OtherForgottenModule: DiscoverableModule {
  let count: Int
  init() { count = (try? Registry { ForgottenNeedModule() }) == nil ? 1 : 0 }
  var routes: Routes {
    Route(Part.init) { Contributes(to: parts) }
    When(.preview) { Route(Part.init) { token((any ForgottenPart).self) } }
  }
}

/// A module that can't be created without arguments.
struct ForgottenModuleWithParameters: RouteModule {
  let count: Int
  var routes: Routes { Route(Part.init) { token((any ForgottenPart).self) } }
}

/// A module that no other file can list.
private struct PrivateForgottenModule: RouteModule {
  var routes: Routes { Route(Part.init) { token((any ForgottenPart).self) } }
}

private struct ForgottenNeedModule: RouteModule {
  var routes: Routes { Route({ (part: any UnknownPart) in MemoryStore() }) { Service<any NoteStore>() } }
}
