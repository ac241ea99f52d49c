import SharedFixtures
import Testing
import WaymarkCore

@MainActor private final class Controller {
  @Routed(RoutableView()) var editor: any EditorInput
  @Routed(RoutableView<any EditorInput>()) var router: DestinationViewRouter<any EditorInput>
  init() {}
}

private final class AllChecks: Sendable {
  let checks = Routed(.healthChecks)
}
private final class LazyChecks: Sendable {
  let checks: Routed<RoutableServices<any HealthCheck>, Contributions<any HealthCheck>> =
    Routed(RoutableServices(.healthChecks))
}
extension RoutableService<AllChecks> { fileprivate static var allChecks: Self { declared() } }
extension RoutableService<LazyChecks> { fileprivate static var lazyChecks: Self { declared() } }

private final class LateHolder: Sendable {
  let notes = Routed(.notes)
}
extension RoutableService<LateHolder> { fileprivate static var lateHolder: Self { declared() } }

private final class LateTime: Sendable {
  let time = Routed(.time)
}
extension RoutableService<LateTime> { fileprivate static var lateTime: Self { declared() } }

/// The declarations that make a time source retain the notes.
private enum Retaining: CaseIterable {
  case route, decorator, adapter

  @RoutesBuilder var routes: Routes {
    switch self {
    case .route: Route({ (_: any NoteStore) in SystemTime() }) { RoutableService(.time) }
    case .decorator: Decorates(.time, with: { (time: any TimeSource, _: any NoteStore) in time })
    case .adapter: Adapter(.time, for: .notes) { _ in SystemTime() }
    }
  }
}

@Suite("Rule: no destination retains one with a shorter lifetime")
struct CaptiveDependencyRuleTests: RouteVocabulary {
  @Test func `a remedy makes the decorated route a singleton`() {
    let text = problems {
      shared({ MemoryStore() }, Service(.notes))
      Decorates(.notes) { $0 }
      kept({ (_: any NoteStore) in SystemTime() }, Service(.time))
    }
    #expect(text.contains("SystemTime is a singleton and retains MemoryStore, which is WeaklyShared()"))
    #expect(text.contains("or: make MemoryStore a Singleton()"), "\(text)")
  }

  @Test func `a route with a configuration can't become a singleton`() {
    let text = problems {
      kept({ (_: any Chat) in MemoryStore() }, Service(.notes))
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        Service(.chat)
        Kept(by: \RoomSettings.number)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(text.contains("[captive-dependency]") && !text.contains("make ChatRoom a Singleton"), "\(text)")
  }

  @Test func `a singleton that retains one through a transient object is a warning`() {
    let text = problems {
      kept({ (_: LateHolder) in SystemTime() }, Service(.time))
      Route({ LateHolder() }) { Service(.lateHolder) }
      shared({ MemoryStore() }, Service(.notes))
    }
    #expect(text.contains("SystemTime is a singleton and retains MemoryStore, which is WeaklyShared()"))
    #expect(text.paths == ["SystemTime → LateHolder → MemoryStore"])
    #expect(text.contains("Route(LateHolder) needs any NoteStore (notes), which Route(MemoryStore) makes"))
  }

  @Test func `a singleton isn't warned about the objects of another singleton`() {
    let text = problems {
      kept({ (_: any NoteStore, _: any Draft) in SystemTime() }, Service(.time))
      shared({ MemoryStore() }, Service(.notes))
      kept({ (_: any MailArchive) in PlainDraft() }, Service<any Draft>())
      shared({ FileArchive() }, Service(.archive))
    }
    #expect(text.paths == ["SystemTime → MemoryStore", "PlainDraft → FileArchive"])
  }

  @Test(arguments: [false, true])
  func `a property with a collection retains the contributions, but a router doesn't`(isRouter: Bool) {
    let text = problems {
      Route({ ClockCheck(time: SystemTime()) }) {
        Contributes(to: .healthChecks)
        WeaklyShared()
      }
      if isRouter {
        kept({ LazyChecks() }, .lazyChecks)
      } else {
        kept({ AllChecks() }, .allChecks)
      }
    }
    #expect(text.contains("\n    AllChecks → ClockCheck\n") == !isRouter, "\(text)")
    #expect(text.isEmpty == isRouter)
  }

  @Test func `a service that retains a view is a warning`() {
    let text = problems {
      Route({ MainActor.assumeIsolated { Controller() } }) {
        Service<Controller>(declaredProtocol: Controller.self)
      }
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(
      text == """
        line + 1: warning: Controller is a service and retains the view Editor, which would exist longer than its screen [captive-dependency]
            line + 1: Route(Controller) needs any EditorInput (editor), which Route(Editor) makes
            line + 4: Route(Editor) is declared here
            To fix: store a router to it instead
                or: add Accepts(.captiveDependency, because: …) to Route(Controller)
        """)
  }

  @Test func `harmless dependencies are accepted`() {
    let text = problems {
      shared({ FileArchive() }, Service(.archive))
      kept({ (_: DestinationServiceRouter<any MailArchive>) in SystemTime() }, Service(.time))
      Route({ (_: any MailArchive) in PlainDraft() }) { Service<any Draft>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
      kept(StoreProxy.init, Service<any RequiredStore>())
    }
    #expect(text.isEmpty)
  }

  @Test func `the rule follows adapters of the base`() throws {
    let text = try problems {
      shared({ MemoryStore() }, Service<any NoteStore>())
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
    } extending: {
      kept({ @Sendable (_: any RequiredStore) in SystemTime() }, Service<any TimeSource>())
    }
    #expect(text.contains("SystemTime is a singleton and retains MemoryStore, which is WeaklyShared()"))
  }

  /// All instances of an override registry are new.
  @Test func `a singleton that retains a derived registry's weakly shared object is a warning`() throws {
    let early = try problems(stage: .early) {
      kept({ LateHolder() }, Service(.lateHolder))
    } extending: {
      shared({ MemoryStore() }, Service(.notes))
    }
    let overridden = try problems {
      Route(MemoryStore.self) { Service(.notes) }
      kept({ LateHolder() }, Service(.lateHolder))
    } overriding: {
      shared({ MemoryStore() }, Service(.notes))
    }
    #expect(early.codes == ["captive-dependency"] && overridden.codes == ["captive-dependency"])
  }

  @Test(arguments: Retaining.allCases)
  private func `an override that retains a weakly shared object of the base for a singleton is a warning`(
    retaining: Retaining
  ) throws {
    let text = try problems {
      shared({ MemoryStore() }, Service(.notes))
      Route(SystemTime.self) { Service(.time) }
      kept({ (_: any TimeSource) in PlainDraft() }, Service<any Draft>())
    } overriding: {
      retaining.routes
    }
    #expect(text.codes == ["captive-dependency"])
  }

  @Test(arguments: [Retaining.route, .adapter])
  private func `an extension that retains an early weakly shared object for an early singleton is a warning`(
    retaining: Retaining
  ) throws {
    let text = try problems(stage: .early) {
      shared({ MemoryStore() }, Service(.notes))
      kept({ LateTime() }, .lateTime)
    } extending: {
      retaining.routes
    }
    #expect(text.codes == ["captive-dependency"])
  }
}
