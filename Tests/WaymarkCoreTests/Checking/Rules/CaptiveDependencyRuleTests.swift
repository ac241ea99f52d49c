import SharedFixtures
import Testing
import WaymarkCore

@MainActor private final class Controller {
  @Routed(RoutableView()) var editor: any EditorInput
  @Routed(RoutableView<any EditorInput>()) var router: DestinationViewRouter<any EditorInput>
  init() {}
}

private final class LazyChecks: Sendable {
  let checks: Routed<RoutableServices<any HealthCheck>, Contributions<any HealthCheck>> =
    Routed(RoutableServices(.healthChecks))
}
private final class LateHolder: Sendable { let notes = Routed(.notes) }

extension RoutableService<LazyChecks> { fileprivate static var lazyChecks: Self { declared() } }
extension RoutableService<LateHolder> { fileprivate static var lateHolder: Self { declared() } }

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
  private static let cases = [
    RuleCase(
      "the remedy makes a decorated route a singleton", "captive-dependency",
      says: "SystemTime is a singleton and retains MemoryStore, which is WeaklyShared()",
      "or: make MemoryStore a Singleton()"
    ) {
      shared({ MemoryStore() }, Service(.notes))
      Decorates(.notes) { $0 }
      kept({ (_: any NoteStore) in SystemTime() }, Service(.time))
    },
    RuleCase(
      "a route with a configuration can't become a singleton", "captive-dependency",
      lacks: "make ChatRoom a Singleton"
    ) {
      kept({ (_: any Chat) in MemoryStore() }, Service(.notes))
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        Service(.chat)
        Kept(by: \RoomSettings.number)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    },
    RuleCase(
      "through a transient object", "captive-dependency",
      says: "Route(LateHolder) needs any NoteStore (notes), which Route(MemoryStore) makes",
      paths: "SystemTime → LateHolder → MemoryStore"
    ) {
      kept({ (_: LateHolder) in SystemTime() }, Service(.time))
      Route({ LateHolder() }) { Service(.lateHolder) }
      shared({ MemoryStore() }, Service(.notes))
    },
    RuleCase(
      "the objects of another singleton are that one's", "captive-dependency", "captive-dependency",
      paths: "SystemTime → MemoryStore", "PlainDraft → FileArchive"
    ) {
      kept({ (_: any NoteStore, _: any Draft) in SystemTime() }, Service(.time))
      shared({ MemoryStore() }, Service(.notes))
      kept({ (_: any MailArchive) in PlainDraft() }, Service<any Draft>())
      shared({ FileArchive() }, Service(.archive))
    },
    RuleCase(
      "a parameter's collection", "captive-dependency",
      says: "MemoryStore is a singleton and retains ClockCheck, which is WeaklyShared() and",
      "needs Services<any HealthCheck> (parameter 1), to which Route(ClockCheck) contributes",
      paths: "MemoryStore → ClockCheck"
    ) {
      sharedCheck()
      kept({ (_: [any HealthCheck]) in MemoryStore() }, Service(.notes))
    },
    RuleCase("routers, and an object that isn't kept longer, are accepted") {
      sharedCheck()
      kept({ LazyChecks() }, .lazyChecks)
      shared({ FileArchive() }, Service(.archive))
      kept({ (_: DestinationServiceRouter<any MailArchive>) in SystemTime() }, Service(.time))
      Route({ (_: any MailArchive) in PlainDraft() }) { Service<any Draft>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
      kept(StoreProxy.init, Service<any RequiredStore>())
    },
    RuleCase(
      "through an adapter of the base", "captive-dependency",
      says: "SystemTime is a singleton and retains MemoryStore, which is WeaklyShared()"
    ) {
      shared({ MemoryStore() }, Service<any NoteStore>())
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
    } extending: {
      kept({ @Sendable (_: any RequiredStore) in SystemTime() }, Service<any TimeSource>())
    },
    RuleCase("an early singleton's property", "captive-dependency", stage: .early) {
      kept({ LateHolder() }, Service(.lateHolder))
    } extending: {
      shared({ MemoryStore() }, Service(.notes))
    },
  ]

  private static func sharedCheck() -> Route {
    Route({ ClockCheck(time: SystemTime()) }) {
      Contributes(to: .healthChecks)
      WeaklyShared()
    }
  }

  @Test(arguments: cases) func `a singleton that retains a weakly shared object is a warning`(row: RuleCase)
    throws
  {
    try row.check()
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
}
