import SharedFixtures
import Testing
import WaymarkCore

private protocol UnknownStore: Sendable {}
private protocol UnknownStores: Sendable {}
private struct UnknownShelf: UnknownStores {}

@Suite("Rule: the dependencies of a route are provided")
struct MissingRequirementRuleTests: RouteVocabulary {
  @Test func `a view as a service's parameter is an error`() {
    let text = problems {
      Route({ @Sendable (_: any EditorInput) in MemoryStore() }) { Service<any NoteStore>() }
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(text.findings == ["line + 1 missing-requirement"])
    #expect(text.contains("\n    line + 2: View<any EditorInput> is provided here\n"))
    let remedy =
      "take DestinationViewRouter<any EditorInput> in place of the view, and create the view where it is shown"
    #expect(text.contains("To fix: \(remedy)\n"))
    let remedied = problems {
      Route({ (_: DestinationViewRouter<any EditorInput>) in MemoryStore() }) { Service<any NoteStore>() }
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(remedied.isEmpty)
  }

  @Test func `a missing router is an error, but a missing optional is not`() {
    let text = problems {
      Route({
        (
          _: (any NoteStore)?, _: DestinationServiceRouter<any Draft>,
          _: ModuleServiceRouter<any ImportModuleConfig>?, _: Resolver, _: Registry
        ) in SystemTime()
      }) { Service<any TimeSource>() }
    }
    #expect(text.findings == ["line + 1 missing-requirement"])
    #expect(
      text.contains("parameter 2 of Route(SystemTime) needs a router to Service<any Draft>, and nothing"))
  }

  @Test func `a missing required token is an error`() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Requires(Service<any NoteStore>(), View<any EditorInput>(), Service<any EditorInput>())
      }
    }
    #expect(
      text.outline == """
        error: 2 problems in 1 route
        line + 1: error [missing-requirement]
            Requires(Service<any NoteStore>())
        line + 1: error [missing-requirement]
            Requires(Service<any EditorInput>())
            line + 1: View<any EditorInput> is provided here
        """)
  }

  @Test func `a missing dependency of many routes is one problem`() {
    let text = problems {
      Route(StoreProxy.init(_:)) { Service<any RequiredStore>() }
      Route(StoredEditor.init(store:time:)) { View<any EditorInput>() }
      service({ SystemTime() }, Service<any TimeSource>(), Requires(Service<any NoteStore>()))
      Route({ @Sendable in RoutedScreen() }) { Service<RoutedScreen>(declaredProtocol: RoutedScreen.self) }
    }
    #expect(
      text.outline == """
        error: 1 problem in 4 routes
        line + 1: error [missing-requirement]
            line + 1: parameter 1 of Route(StoreProxy) needs it
            line + 2: parameter 1 of Route(StoredEditor) needs it
            line + 3: Route(SystemTime) requires it
            line + 4: the @Routed property store of Route(RoutedScreen) needs it
        """)
  }

  /// Two texts are rarely the same dependency.
  @Test func `two missing strings are two problems`() {
    let text = problems {
      Route(MemoryStore.init(name:)) { Service<any NoteStore>() }
      Route(PlainDraft.init(text:)) { Service<any Draft>() }
    }
    #expect(text.hasPrefix("error: 2 problems in 2 routes"))
    #expect(text.contains("parameter 1 of Route(MemoryStore) needs String, and"))
    #expect(text.contains("parameter 1 of Route(PlainDraft) needs String, and"))
  }

  @Test func `a view's missing parameter can be a service or a view`() {
    let text = problems { Route({ @MainActor (_: any UnknownPart) in Editor() }) { View<any EditorInput>() } }
    let remedy =
      "To fix: add Service<any UnknownPart>() or View<any UnknownPart>(), or its name, to a route\n"
    #expect(text.findings == ["line + 0 missing-requirement"] && text.contains(remedy), "\(text)")
    let several = problems {
      for name in ["first", "second"] {
        Route({ @MainActor (_: any UnknownPart) in Editor() }) {
          View<any EditorInput>()
          Identifier(name)
        }
      }
    }
    #expect(several.contains(remedy), "\(several)")
  }

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

  @Test func `a similar token is no part of the last remedy`() {
    let text = problems {
      Route({ (_: any UnknownStore) in SystemTime() }) { Service<any TimeSource>() }
      Route({ MemoryStore() }) { token((any UnknownStores).self).as { _ in UnknownShelf() } }
    }
    #expect(
      text.hasSuffix(
        """
            To fix: add Service<any UnknownStore>(), or its name, to a route
                or: add the module that provides it to the registry (did you mean Service<any UnknownStores>?)
                or: make the parameter optional
        """), "\(text)")
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

  @Test func `two forgotten modules with one name are two problems`() {
    let text = problems {
      Route({ (_: any ForgottenCellar, _: any ForgottenAttic) in MemoryStore() }) { Service<any NoteStore>() }
    }
    #expect(text.hasPrefix("error: 2 problems in 1 route"), "\(text)")
    for module in ["ForgottenBasement.FloorModule", "ForgottenTop.FloorModule"] {
      #expect(text.contains("To fix: add WaymarkCoreTests.\(module), which provides it,"), "\(text)")
    }
  }

  @Test func `a profile is a problem of its own only if it needs more of a forgotten module`() {
    let text = problems {
      Route({ (_: any ForgottenWing, _: any ForgottenRoof) in MemoryStore() }) { Service<any NoteStore>() }
      Route({ (_: any ForgottenWing) in SystemTime() }) { Service<any TimeSource>() }
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    #expect(text.hasPrefix("error: 1 problem in 2 routes") && !text.contains("in the profile"), "\(text)")
    let more = problems {
      Route({ (_: any ForgottenWing, _: any ForgottenRoof) in MemoryStore() }) { Service<any NoteStore>() }
      Route(SystemTime.self) { Service<any TimeSource>() }
      When(.preview) { Route({ (_: any ForgottenWing) in SystemTime() }) { Service<any TimeSource>() } }
    }
    #expect(more.hasPrefix("error: 2 problems in 2 routes"))
    #expect(more.contains("in the profile \"preview\""))
  }

  @Test func `a remedy names the module that provides the dependency`() throws {
    let text = problems { Route({ (part: any ForgottenPart) in MemoryStore() }) { Service<any NoteStore>() } }
    #expect(text.contains("add ForgottenPartModule, which provides it, to the registry"), "\(text)")
    _ = try Registry {
      ForgottenPartModule()
      Route({ (part: any ForgottenPart) in MemoryStore() }) { Service<any NoteStore>() }
    }
    // The registry has the module, which doesn't provide the part, so naming it wouldn't help.
    let listed = problems {
      ForgottenPartModule()
      service({ MemoryStore() }, Service<any NoteStore>(), Requires(token((any UnknownPart).self)))
    }
    #expect(listed.contains("add the module that provides it to the registry"))
  }

  @Test func `a remedy doesn't name a module of the base`() throws {
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

  @Test func `a remedy names the modules that contribute`() {
    let text = problems { service({ MemoryStore() }, Service<any NoteStore>(), Requires(parts)) }
    #expect(
      text.hasSuffix(
        "To fix: add one of ForgottenPartModule, OtherForgottenModule, each of which contributes to it, to the registry\n"
          + "        or: add Contributes(to: Services<any ForgottenPart>()) to a route"))
  }

  @Test func `a remedy names the module for an adapter without a target`() {
    let part = token((any ForgottenPart).self)
    let text = problems { Adapter(Service<any NoteStore>(), for: part) { _ in MemoryStore() } }
    #expect(text.contains("nothing provides Service<any ForgottenPart> [dangling-adapter]"))
    #expect(
      text.contains(
        "add ForgottenPartModule, which provides it, to the registry\n        or: add Service<any Forg"))
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
