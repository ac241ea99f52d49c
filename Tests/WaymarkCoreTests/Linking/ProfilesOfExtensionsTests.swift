import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private struct Shift: RouteScope {}
private final class FirstScreen: Sendable { let store = Routed(RoutableService(.notes)) }

private struct LaterModule: RouteModule {
  var routes: Routes { Route({ PlainDraft(text: "later") }) { Service<any Draft>() } }
  func check(_ registry: Registry) -> [Diagnostic] {
    let name = registry.profiles.first?.name ?? "none"
    return [Diagnostic(.warning, "\(name) has \(registry.routes.count) routes")]
  }
}

@Suite("Profiles of extensions")
struct ProfilesOfExtensionsTests: RouteVocabulary {
  /// Declarations for the first screen, with a store that depends on the profile.
  @RoutesBuilder private var first: Routes { first(withTime: true) }

  @RoutesBuilder private func first(withTime: Bool) -> Routes {
    if withTime { service({ SystemTime() }, Service(.time), EntryPoint()) }
    When(.preview, .kiosk) { store }
  }

  @RoutesBuilder private var store: Routes {
    service({ MemoryStore() }, Service(.notes), EntryPoint())
  }

  /// The rest of the application, which needs the store.
  @RoutesBuilder private var rest: Routes {
    service({ (store: any NoteStore) in PlainDraft(text: store.name) }, Service<any Draft>(), EntryPoint())
  }

  /// The code of each problem and its variant, for the extension of an early registry.
  private func problems(
    of profile: Profile?, stages: Int = 1, @RoutesBuilder _ added: () -> Routes
  ) -> [String] {
    do throws(RegistryError) {
      var registry = try Registry(stage: .early, profile: profile) { first }
      for _ in 1..<stages { registry = try registry.extending(stage: .early) {} }
      return try registry.extending { added() }.diagnostics.map(description)
    } catch {
      return error.diagnostics.map(description)
    }
  }

  private func description(_ diagnostic: Diagnostic) -> String {
    let lines = diagnostic.description.split(separator: "\n").map { $0.drop { $0 == " " } }
    return "\(diagnostic.code) \(lines.first { $0.hasPrefix("in the ") } ?? "here")"
  }

  /// The error in the variant without a profile, which has no store.
  private let lacking = "missing-requirement in the application without a profile"

  @Test(arguments: [1, 2])
  func `the extension of an early registry is checked in all profiles`(stages: Int) {
    #expect(problems(of: .preview, stages: stages) { rest } == [lacking])
    #expect(problems(of: .kiosk, stages: stages) { rest } == [lacking])
    #expect(problems(of: nil, stages: stages) { rest } == ["missing-requirement here"])
    let withStaging = problems(of: .preview, stages: stages) {
      rest
      When(.staging) { Route({ MemoryStore(name: "staging") }) { Service(.notes) } }
    }
    #expect(withStaging == [lacking])
  }

  @Test func `a profile of the extension is checked together with the early registry`() {
    let staging = problems(of: .preview) { When(.staging) { rest } }
    #expect(staging == ["missing-requirement in the profile \"staging\""])
    let kiosk = problems(of: nil) { When(.kiosk) { rest } }
    #expect(kiosk == [], "the early registry has a store in this profile")
    let twoStores = problems(of: nil) { When(.kiosk) { store } }
    #expect(twoStores == ["duplicate-provision in the profile \"kiosk\""])
  }

  @Test func `the checks of modules see the other profiles' registries`() throws {
    let early = try Registry(stage: .early, profile: .kiosk) { first }
    let complete = try early.extending {
      LaterModule()
      When(.staging) { Route({ NamedCheck("staging") }) { Contributes(to: .healthChecks) } }
    }
    #expect(
      Set(complete.diagnostics.filter { $0.severity == .warning }.map(\.message)) == [
        "kiosk has 3 routes", "none has 2 routes", "preview has 3 routes", "staging has 3 routes",
      ])
    #expect(complete.profiles == [.kiosk] && complete.routes.count == 3)
  }

  @Test func `an extension of a complete registry is checked in its own profiles`() throws {
    let base = try Registry { Route(SystemTime.self) { Service(.time) } }
    let error = #expect(throws: RegistryError.self) { try base.extending { When(.staging) { rest } } }
    #expect(error?.diagnostics.map(description) == ["missing-requirement in the profile \"staging\""])
  }

  /// The base doesn't keep its routes of other profiles, so a problem in them can't be told from a missing route.
  @Test func `profiles that change a complete registry aren't checked in its extensions`() throws {
    let base = try Registry(profile: .preview) { first }
    let extended = try base.extending {
      rest
      When(.kiosk) { Route(MemoryStore.self) { Service<any RequiredStore>() } }
    }
    #expect(try extended.makeDestination(to: Service<any Draft>()).text == "memory")
    _ = try extended.extending { Route({ NamedCheck("more") }) { Contributes(to: .healthChecks) } }
  }

  @Test func `an extension of an override is checked in the override's profile`() throws {
    let early = try Registry(stage: .early, profile: .preview) { first }
    let fake = try early.overriding { Route({ MemoryStore(name: "fake") }) { Service(.notes) } }
    let complete = try fake.extending { rest }
    #expect(try complete.makeDestination(to: Service<any Draft>()).text == "fake")
    let more = try fake.extending(stage: .early) {}
    _ = try more.extending { rest }
    // This profile changes nothing in the override.
    let standard = try Registry(stage: .early) { first }.overriding {
      Route({ FixedTime(now: 7) }) { Service(.time) }
    }
    for registry in [standard, try standard.extending(stage: .early) {}] {
      let error = #expect(throws: RegistryError.self) { try registry.extending { When(.staging) { rest } } }
      #expect(error?.diagnostics.map(description) == ["missing-requirement in the profile \"staging\""])
    }
  }

  @Test func `an override's own profiles aren't checked over the override`() throws {
    let base = try Registry(stage: .early, profile: .staging) { Route(SystemTime.self) { Service(.time) } }
    let fake = try base.overriding {
      When(.staging) {
        scoped({ FixedTime(now: 7) }, Service(.time), to: Shift.self)
      }
    }
    // Without the profile, the time has no scope, and a singleton can hold it.
    let complete = try fake.extending {
      kept({ (time: any TimeSource) in PlainDraft(text: "\(time.now)") }, Service<any Draft>())
      When(.staging) {
        live(
          { (time: any TimeSource) in PlainDraft(text: "staging \(time.now)") }, Service<any Draft>(),
          in: Shift.self)
      }
    }
    #expect(try complete.opening(Shift()).makeDestination(to: Service<any Draft>()).text == "staging 7")
  }

  @Test func `an early registry's second stage can have profiles of its own`() throws {
    let early = try Registry(stage: .early, profile: .preview) { Route(SystemTime.self) { Service(.time) } }
    let more = try early.extending(stage: .early) { first(withTime: false) }
    let error = #expect(throws: RegistryError.self) { try more.extending { rest } }
    #expect(error?.diagnostics.map(description) == [lacking])
  }

  @Test func `with several picked profiles, an extension is checked in each of them alone`() throws {
    let early = try Registry(stage: .early, profiles: [.preview, .staging]) {
      first
      When(.staging) { Route({ FixedTime(now: 7) }) { Service(.time) } }
    }
    let error = #expect(throws: RegistryError.self) { try early.extending { rest } }
    // The profile "staging" alone has the same problem.
    #expect(error?.diagnostics.map(description) == [lacking])
  }

  /// The variants aren't users of the early registry's instances.
  @Test func `a completed registry with profiles releases its instances`() throws {
    weak var screen: FirstScreen?
    do {
      let early = try Registry(stage: .early) {
        Route(SystemTime.self) { Service(.time) }
        Route(FirstScreen.init) {
          Service<FirstScreen>(declaredProtocol: FirstScreen.self)
          Singleton()
          EntryPoint()
        }
      }
      let more = try early.extending(stage: .early) {
        When(.staging) { Route({ NamedCheck("staging") }) { Contributes(to: .healthChecks) } }
      }
      let complete = try more.extending { kept({ MemoryStore() }, Service(.notes)) }
      let made = try complete.makeDestination(
        to: RoutableService<FirstScreen>(declaredProtocol: FirstScreen.self))
      #expect(try complete.makeDestination(to: .notes).name == "memory")
      screen = made
    }
    #expect(screen == nil)
  }

  /// A route that needs the time if the registry provides it.
  @RoutesBuilder private var optionalTime: Routes {
    service({ (_: (any TimeSource)?) in MemoryStore() }, Service(.notes), EntryPoint())
  }

  @Test func `an extension can need an early profile's route that replaces nothing`() throws {
    let early = try Registry(stage: .early, profile: .preview) {
      When(.preview) { Route(SystemTime.self) { Service(.time) } }
    }
    #expect(early.diagnostics.isEmpty)
    #expect(try early.extending { optionalTime }.diagnostics.isEmpty)
  }

  @Test(arguments: Registry.Stage.allCases)
  func `a base can need an extension's profile's route that replaces nothing`(stage: Registry.Stage) throws {
    let base = try Registry(stage: stage, profile: .preview) {
      optionalTime
      When(.preview) {}
    }
    let extended = try base.extending { When(.preview) { Route(SystemTime.self) { Service(.time) } } }
    #expect(extended.diagnostics.isEmpty)
    let unneeded = try base.extending { When(.preview) { Route({ PlainDraft() }) { Service<any Draft>() } } }
    #expect(unneeded.diagnostics.map(\.code) == [.unmatchedProfile])
  }
}
