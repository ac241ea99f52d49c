import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

extension Profile {
  static let kiosk = Profile("kiosk")
  static let staging = Profile("staging")
}

private struct CheckedTime: TimeSource, HealthCheck {
  let now = 3
  let name = "time"
}
@MainActor private final class UnknownScreen: ViewDestination {}

private func time(_ now: Int, fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route({ FixedTime(now: now) }, fileID: fileID, line: line) { RoutableService(.time) }
}
private func store(_ name: String, fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route({ MemoryStore(name: name) }, fileID: fileID, line: line) { RoutableService(.notes) }
}
private func check(
  _ name: String, as key: String? = nil, order: Int = 0, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route({ NamedCheck(name) }, fileID: fileID, line: line) {
    Contributes(to: .healthChecks, as: key, order: order)
  }
}

/// The problems of a registry for some profiles.
private func problems(
  of profiles: [Profile], line: Int = #line, @RoutesBuilder _ routes: () -> Routes
) -> String {
  problemsOfDeriving(line: line) { () throws(RegistryError) in try Registry(profiles: profiles, routes) }
}

private struct PreviewModule: RouteModule {
  var routes: Routes { time(1) }
  func check(_ registry: Registry) -> [Diagnostic] {
    registry.profiles == [.preview] ? [] : [Diagnostic(.error, "checked outside of its profile")]
  }
}

@Suite("Profiles")
struct ProfileTests: RouteVocabulary {
  @RoutesBuilder private var module: Routes {
    Route(SystemTime.self) { Service(.time) }
    When(.preview) { PreviewModule() }
    When(.kiosk) { time(2) }
  }

  @Test func `a route of the chosen profile replaces the same route outside`() throws {
    func now(_ profile: Profile?) throws -> Int { try Registry(profile: profile) { module }(.time).now }
    #expect(try now(nil) == 42 && now(.preview) == 1 && now(.kiosk) == 2)
    let registry = try Registry(profile: .preview) { module }
    #expect(registry.profiles == [.preview] && registry.routes.count == 1)
    #expect(
      registry.routes.map(\.profile) == ["preview"] && registry.routes.map(\.module) == ["PreviewModule"])
    #expect(registry.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test func `identifiers and other tokens outside of the profile stay`() throws {
    let outside = RoutableService<SystemTime>(declaredProtocol: SystemTime.self)
    let registry = try Registry(profile: .preview) {
      Route(SystemTime.self) {
        Service(.time)
        outside
        Identifier("time")
        Identifier("clock")
      }
      When(.preview) { service({ FixedTime(now: 1) }, Service(.time), Identifier("time")) }
    }
    #expect(try registry(.time).now == 1 && registry(outside).now == 42)
    #expect(try AnyRouter(identifier: "time", in: registry).makeService() is FixedTime)
    #expect(try AnyRouter(identifier: "clock", in: registry).makeService() is SystemTime)
    #expect(registry.routes.map(\.identifiers) == [["clock"], ["time"]])
    #expect(registry.routes.map(\.provides) == [["Service<SystemTime>"], ["Service(.time)"]])
    // A route left with only a name is no problem.
    let onlyNamed = try Registry(profile: .preview) {
      service({ SystemTime() }, Service(.time), Identifier("time"))
      When(.preview) { time(1) }
    }
    #expect(try AnyRouter(identifier: "time", in: onlyNamed).makeService() is SystemTime)
  }

  @MainActor
  @Test func `a profile's fallback replaces the fallback outside`() throws {
    let registry = try Registry(profile: .preview) {
      FallbackRoute(Editor.self)
      When(.preview) { FallbackRoute(UnknownScreen.self) }
    }
    #expect(registry.routes.count == 1)
    #expect(try registry.makeDestination(identifier: "x") is UnknownScreen)
  }

  @Test func `a route outside that provides nothing is also a problem in a profile`() {
    let text = problems(of: [.preview]) {
      module
      Route(MemoryStore.self) { if Bool(false) { Service(.notes) } }
    }
    #expect(text.contains("Route(MemoryStore) provides nothing"), "\(text)")
  }

  @Test func `a profile's adapter replaces the same adapter outside`() throws {
    let registry = try Registry(profile: .preview) {
      Route(MemoryStore.self) { Service(.notes) }
      Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
      When(.preview) {
        Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy(LoggingStore($0)) }
      }
    }
    #expect(try registry(Service<any RequiredStore>()).name == "proxy of log(memory)")
  }

  @Test func `a profile's decorator is the outermost`() throws {
    @RoutesBuilder var routes: Routes {
      When(.preview) { Decorates(.notes) { LoggingStore($0, "preview") } }
      Route(MemoryStore.self) { Service(.notes) }
      Decorates(.notes) { LoggingStore($0, "outside") }
    }
    #expect(try Registry { routes }(.notes).name == "outside(memory)")
    #expect(try Registry(profile: .preview) { routes }(.notes).name == "preview(outside(memory))")
  }

  @Test func `a profile's contributions take the places of the ones with their keys`() throws {
    @RoutesBuilder var routes: Routes {
      When(.preview) {
        check("preview", as: "a", order: 90)
        check("more", order: 25)
      }
      When(.staging) {
        check("staging b", as: "b")
        check("staging a", as: "a")
      }
      When(.kiosk) {
        Replaces(.healthChecks)
        check("kiosk")
      }
      check("first", order: 10)
      check("a", as: "a", order: 20)
      check("b", as: "b", order: 30)
      check("last", order: 40)
    }
    func names(_ profile: Profile?) throws -> [String] {
      let registry = try Registry(profile: profile) { routes }
      #expect(registry.diagnostics.allSatisfy { $0.severity == .note })
      let names = try registry.makeDestinations(of: .healthChecks).map(\.name)
      #expect(registry.routes.count == names.count)
      return names
    }
    #expect(try names(nil) == ["first", "a", "b", "last"])
    #expect(try names(.preview) == ["first", "preview", "more", "b", "last"])
    #expect(try names(.staging) == ["first", "staging a", "staging b", "last"])
    #expect(try names(.kiosk) == ["kiosk"])
    let keyed = try Registry(profile: .staging) { routes }.contributions(to: .healthChecks)
    #expect(try keyed.keys == ["a", "b"] && keyed["b"]?.makeDestination().name == "staging b")
  }

  @Test(arguments: [Profile.preview, .kiosk])
  func `a replaced contribution no longer claims its destination`(profile: Profile) throws {
    let registry = try Registry(profile: profile) {
      Route({ NamedCheck("a") }) {
        Contributes(to: .healthChecks, as: "a")
        Exclusive()
      }
      When(.preview) { check("preview", as: "a") }
      When(.kiosk) {
        Replaces(.healthChecks)
        check("kiosk")
      }
    }
    #expect(try registry.makeDestinations(of: .healthChecks).map(\.name) == [profile.name])
  }

  @Test func `a derived registry has its base's profile`() throws {
    let base = try Registry(profile: .preview) { module }
    let extended = try base.extending {
      store("outside")
      When(.preview) { store("preview") }
      When(.kiosk) { store("kiosk") }
    }
    #expect(try extended.profiles == [.preview] && extended(.notes).name == "preview")
    let other = try base.overriding {
      When(.preview) { time(5) }
      When(.kiosk) { time(6) }
    }
    #expect(try other.profiles == [.preview] && other(.time).now == 5)
    #expect(try base.overriding { Route(SystemTime.self) { Service(.time) } }.profiles == [.preview])
  }

  @Test func `a declaration can belong to several profiles`() throws {
    @RoutesBuilder var routes: Routes {
      Route(SystemTime.self) { Service(.time) }
      When(.kiosk, .staging) { time(2) }
      When(.preview) {
        service({ MemoryStore(name: "preview") }, Service(.notes), EntryPoint())
        When(.kiosk) { Decorates(.notes) { LoggingStore($0) } }
      }
    }
    #expect(Registry.profiles { routes } == [.kiosk, .staging, .preview])
    for profiles in [[.kiosk], [.staging], [.kiosk, .staging], [.staging, .kiosk, .kiosk]] as [[Profile]] {
      let registry = try Registry(profiles: profiles) { routes }
      #expect(try registry(.time).now == 2)
      #expect(registry.routes.map(\.profile) == [profiles[0].name])
      #expect(registry.profiles == (profiles.count > 2 ? [.staging, .kiosk] : profiles))
    }
    let both = try Registry(profiles: [.preview, .kiosk]) { routes }
    #expect(try both(.time).now == 2 && both(.notes).name == "log(preview)")
    #expect(try Registry(profile: .preview) { routes }(.notes).name == "preview")
  }

  // MARK: - Rules

  @Test func `the registry checks every profile whichever it uses`() {
    @RoutesBuilder var routes: Routes {
      Route(SystemTime.self) { Service(.time) }
      When(.preview) {
        Route({ (store: any NoteStore) in FixedTime(now: store.name.count) }) { Service(.time) }
      }
    }
    let found = "error: parameter 1 of Route(FixedTime) needs any NoteStore, and nothing provides it"
    let unused = problems(of: []) { routes }
    #expect(unused.codes == ["missing-requirement"] && unused.contains(found), "\(unused)")
    #expect(unused.contains("\n    in the profile \"preview\"\n"), "\(unused)")
    let used = problems(of: [.preview]) { routes }
    #expect(used.codes == ["missing-requirement"] && used.contains(found), "\(used)")
    #expect(!used.contains("in the profile"), "\(used)")
  }

  @Test(arguments: [Profile.preview, .kiosk])
  func `the registry checks the application without a profile whichever it uses`(profile: Profile) {
    let text = problems(of: [profile]) {
      Route(StoreProxy.init(_:)) { Service<any RequiredStore>() }
      When(.preview) { store("preview") }
      When(.kiosk) { store("kiosk") }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 1: error [missing-requirement]
            in the application without a profile
            line + 2: Service<any NoteStore> is provided here, only in the profiles "preview", "kiosk"
        """)
  }

  @Test func `a problem of all profiles is reported once`() {
    let text = problems {
      Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
      module
    }
    #expect(text.codes == ["dangling-adapter"] && !text.contains("in the profile"), "\(text)")
  }

  /// A decorator doesn't make the route needed.
  @Test(arguments: [false, true])
  func `a profile's route that replaces nothing is a warning`(isDecorated: Bool) {
    let text = problems {
      When(.preview) {
        Route(SystemTime.self) { Service(.time) }
        if isDecorated { Decorates(.time) { time in time } }
      }
    }
    #expect(text.findings == ["line + 2 unmatched-profile"])
    #expect(text.contains("\n    in the profile \"preview\"\n"), "\(text)")
  }

  @Test func `alternatives and needed routes may replace nothing`() {
    let text = problems {
      When(.preview) {
        Route(SystemTime.self) { Service(.time) }
        store("preview")
        Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
        Route(ClockCheck.init(time:)) { Contributes(to: .healthChecks) }
        service({ (_: any NoteStore) in PlainDraft() }, Service<any Draft>(), EntryPoint())
        Route(FileArchive.init) { Service(.archive) }
        Decorates(.notes, with: { (inner: any NoteStore, _: any MailArchive) in inner })
      }
      When(.kiosk) { Route(SystemTime.self) { Service(.time) } }
    }
    #expect(text == "")
    let adapted = problems {
      When(.preview) { store("preview") }
      When(.kiosk) {
        service({ MemoryStore() }, Service<any RequiredStore>(), EntryPoint())
        Adapter(Service(.notes), for: Service<any RequiredStore>()) { MemoryStore(name: $0.name) }
      }
    }
    #expect(adapted == "", "an adapter of another profile is an alternative")
  }

  @Test func `replacing nothing is an error`() throws {
    let text = problems {
      Replaces(.healthChecks)
      When(.preview) { Replaces(.healthChecks) }
    }
    #expect(
      text == """
        error: 2 problems in 0 routes
        line + 1: error: Replaces(.healthChecks) has nothing to replace: it is neither in overriding { … } nor in When [unknown-override]
            To fix: move it there
                or: remove it
        line + 2: error: Services(.healthChecks) is replaced, but no route outside of the profile contributes to it [unknown-override]
            Replaces(.healthChecks)
            in the profile "preview"
            To fix: remove it
        """)
    let overriding = try problems {
    } overriding: {
      Replaces(.healthChecks)
    }
    #expect(overriding.findings == ["line + 2 unknown-override"])
    #expect(overriding.contains("is replaced, but no route of the base registry contributes to it"))
  }

  @Test func `a profile that no declaration names is an error`() {
    @RoutesBuilder var routes: Routes {
      Route(SystemTime.self) { Service(.time) }
      When(.preview) {}
      When(.preview) { When(.kiosk) { PreviewModule() } }
      When(Profile("production")) {}
    }
    let line = #line
    func text(_ profiles: Profile...) -> String {
      problemsOfDeriving(line: line) { () throws(RegistryError) in try Registry(profiles: profiles) { routes }
      }
    }
    let two = text(Profile("prodution"), .kiosk, Profile("other"))
    #expect(two.findings == ["line + 2 unknown-profile", "line + 2 unknown-profile"])
    #expect(two.contains("\n    known profiles: \"preview\", \"kiosk\", \"production\"\n"), "\(two)")
    for name in ["prodution", "prod", "Production-2"] {
      #expect(
        text(Profile(name)).contains("\n    To fix: did you mean \"production\"?\n        or: declare "))
    }
    #expect(!text(Profile("pr")).contains("did you mean"))
    #expect(text(Profile("production")) == "" && text(Profile("production"), .preview) == "" && text() == "")
    #expect(
      problems(of: [.preview]) {}.contains(
        "names [unknown-profile]\n    To fix: declare routes for it in When"))
  }

  /// The declarations of the profile may come with the rest of the application.
  @Test func `the complete registry checks the profile of an early one`() throws {
    let early = try Registry(stage: .early, profile: .kiosk) { Route(SystemTime.self) { Service(.time) } }
    let more = try early.extending(stage: .early) { Route(MemoryStore.self) { Service(.notes) } }
    let complete = try more.extending {
      When(.kiosk) { Route({ PlainDraft(text: "kiosk") }) { Service<any Draft>() } }
    }
    #expect(complete.profiles == [.kiosk] && complete.routes.count == 3)
    let other = try early.extending(stage: .early) { When(.kiosk) {} }
    _ = try other.extending {}
    let error = #expect(throws: RegistryError.self) { try more.extending { When(.preview) {} } }
    #expect(error?.diagnostics.map(\.code) == [.unknownProfile])
    #expect(error?.diagnostics.first?.location.line == #line - 10)
    _ = try complete.extending {}
    _ = try complete.overriding { time(5) }
  }

  @Test(arguments: [[], [Profile.preview]])
  func `a profile that leaves the configuration on the real route is an error, like an override`(
    profiles: [Profile]
  ) {
    let text = problems(of: profiles) {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
      When(.preview) { Route(Editor.self) { View<any EditorInput>() } }
    }
    #expect(text.codes == ["partial-override"])
  }

  @Test func `two profiles that provide the same token are an error`() {
    @RoutesBuilder var routes: Routes {
      When(.kiosk) {
        service({ FixedTime(now: 1) }, Service(.time), Identifier("time"))
        check("check", as: "time")
        Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
      }
      Route(MemoryStore.self) { Service(.notes) }
      Route(SystemTime.self) { Service(.time) }
      When(.preview) {
        service({ FixedTime(now: 2) }, Service(.time), Identifier("time"))
        check("check", as: "time")
        Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
      }
    }
    let line = #line - 13
    func text(_ profiles: [Profile]) -> String { problems(of: profiles, line: line) { routes } }
    #expect(text([]) == "" && text([.preview]) == "" && text([.kiosk]) == "")
    let text = text([.preview, .kiosk])
    #expect(text.findings.first == "line + 8 conflicting-profiles" && text.codes.count == 4)
    #expect(text.contains("is created for \"kiosk\" and \"preview\", and both provide Service(.time)"))
    #expect(text.contains("\n    Route(FixedTime) is in When(\"preview\")\n    line + 1: "))
    for subject in [
      "Identifier(\"time\")", "\"time\" of Services(.healthChecks)", "Service<any RequiredStore>",
    ] {
      #expect(text.contains("both provide \(subject) [conflicting-profiles]"), "\(subject)")
    }
  }

  @Test func `a replacement by the type conflicts with another profile's by the name`() {
    let text = problems(of: [.kiosk, .preview]) {
      Route(SystemTime.self) { Service(.time) }
      When(.kiosk) { time(1) }
      When(.preview) { Route({ FixedTime(now: 2) }) { Service<any TimeSource>() } }
    }
    #expect(text.contains("both provide Service(.time) [conflicting-profiles]"), "\(text)")
    #expect(!text.contains("duplicate-provision"))
  }

  @Test func `a route that conflicts with another profile still contributes`() {
    let text = problems(of: [.kiosk, .preview]) {
      When(.kiosk) { time(1) }
      When(.preview) {
        Route({ CheckedTime() }) {
          Service(.time)
          Contributes(to: .healthChecks)
        }
        service({ MemoryStore() }, Service(.notes), Requires(.healthChecks))
      }
    }
    #expect(text.contains("both provide Service(.time) [conflicting-profiles]"))
    #expect(!text.contains("missing-requirement"))
  }

  @Test func `one profile that provides a token twice is no conflict, and both routes are checked`() {
    let text = problems(of: [.kiosk, .staging]) {
      When(.kiosk) { time(1) }
      When(.kiosk, .staging) { Route({ (_: any NoteStore) in FixedTime(now: 2) }) { Service(.time) } }
    }
    #expect(text.contains("Service(.time) is provided twice, here by Route(FixedTime) [duplicate-provision]"))
    #expect(text.contains("[missing-requirement]") && !text.contains("conflicting-profiles"))
  }

  // MARK: - Profiles are linked as overrides

  @Test func `a decorator of an override stays around the route of a profile beside it`() throws {
    let base = try Registry(profile: .preview) {
      Route(MemoryStore.self) { Service(.notes) }
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    let first = try base.overriding { Decorates(.notes) { LoggingStore($0, "first") } }
    let second = try first.overriding {
      Decorates(.notes) { LoggingStore($0, "second") }
      When(.preview) { Route(OtherStore.init) { Service(.notes) } }
    }
    #expect(try second(Service(.notes)).name == "second(other)")
  }

  @Test func `a rule checks the base's decorator around the route of a profile`() throws {
    let base = try Registry(profile: .preview) {
      Route(MemoryStore.self) { Service(.notes) }
      scoped(OtherStore.init, Service<OtherStore>())
      Decorates(.notes, with: { (inner: any NoteStore, _: OtherStore) in inner })
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding { When(.preview) { kept({ MemoryStore() }, Service(.notes)) } }
    }
    #expect(error?.diagnostics.map(\.code) == [.captiveScope])
  }

  @Test func `a type in a profile of an extension means the base's provider without a name`() throws {
    let base = try Registry { Route({ FixedTime(now: 1) }) { Service<any TimeSource>() } }
    let error = #expect(throws: RegistryError.self) {
      try base.extending {
        Route({ FixedTime(now: 2) }) { RoutableService<any TimeSource>.declared("named") }
        When(.preview) { Route({ FixedTime(now: 3) }) { Service<any TimeSource>() } }
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.duplicateProvision])
  }

  @Test func `routes are in the order of declaration, without the routes that the profile replaces`() throws {
    let registry = try Registry(profile: .preview) {
      When(.preview) { Route({ FixedTime(now: 1) }) { Service<any TimeSource>() } }
      Route(MemoryStore.self) { Service(.notes) }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.routes.map(\.destination) == ["FixedTime", "MemoryStore"])
  }

  @Test(arguments: [true, false])
  func `an adapter to itself is a cycle, also around a decorated token`(isDecorated: Bool) throws {
    let base = try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      if isDecorated { Decorates(.notes) { LoggingStore($0, "base") } }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding { Adapter(Service(.notes), for: Service(.notes)) { $0 } }
    }
    #expect(error?.diagnostics.map(\.code) == [.adapterCycle])
  }
}
