import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rules about contributions")
struct CollectionRuleTests: RouteVocabulary {
  @Test func `an extension's contribution with a key of the base is an error`() throws {
    let base = try Registry { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") } }
    let extending = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: CheckKey.disk) } }
    }
    #expect(extending.findings == ["line + 1 duplicate-contribution"])
    #expect(extending.contains("\n    line + -1: \"disk\" is contributed here first"))
    let overriding = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
        Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      }
    }
    #expect(
      overriding.hasPrefix("error: 1 problem in 3 routes\nline + 3: error: Route(DiskCheck) contributes"))
  }

  @Test func `an override's contribution with a misspelled key is a warning`() throws {
    let text = try problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
    } overriding: {
      Route({ NamedCheck("test") }) { Contributes(to: .healthChecks, as: "dsik") }
    }
    #expect(
      text == """
        line + 3: warning: Route(NamedCheck) contributes to Services(.healthChecks) as "dsik", which replaces nothing, and Route(DiskCheck) stays [unknown-override]
            line + 1: "disk" is contributed here
            To fix: did you mean "disk"?
                or: add Accepts(.unknownOverride, because: …) to Route(NamedCheck), if it's another contribution
        """)
  }

  @Test func `a replacement isn't compared with the keys beside it`() throws {
    let base = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      Route({ NamedCheck("desk") }) { Contributes(to: .healthChecks, as: "desk") }
    }
    let test = try base.overriding {
      Route({ NamedCheck("test") }) { Contributes(to: .healthChecks, as: "disk") }
    }
    #expect(test.diagnostics == base.diagnostics)
    let later = try base.extending {
      Route({ NamedCheck("late") }) { Contributes(to: .healthChecks, as: "dusk") }
    }
    #expect(later.diagnostics == base.diagnostics)
  }

  @Test func `a profile's contribution with a misspelled key is a warning`() throws {
    func codes(as key: String, accepting: Bool = false) throws -> [Diagnostic.Code] {
      try Registry(profile: .preview) {
        Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
        When(.preview) {
          Route({ NamedCheck("preview") }) {
            Contributes(to: .healthChecks, as: key)
            if accepting { Accepts(.unknownOverride, because: "disks have desks") }
          }
        }
      }.diagnostics.filter { $0.severity == .warning }.map(\.code)
    }
    #expect(try codes(as: "desk") == [.unknownOverride])
    #expect(try codes(as: "desk", accepting: true) == [])
    #expect(try codes(as: "disk") == [] && codes(as: "network") == [] && codes(as: "disk2") == [])
  }

  private struct DiskModule: RouteModule, Equatable {
    let path: String
    var key: String?
    var routes: Routes { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: key) } }
  }

  @Test(arguments: [nil, "disk"])
  func `a module listed twice contributes once`(key: String?) throws {
    let registry = try Registry {
      DiskModule(path: "/", key: key)
      DiskModule(path: "/", key: key)
    }
    #expect(try registry.makeDestinations(of: .healthChecks).count == 1)
  }

  @Test func `contributions of two values of a module need different keys, or none`() throws {
    let registry = try Registry {
      DiskModule(path: "/")
      DiskModule(path: "/tmp")
    }
    #expect(registry.contributions(to: .healthChecks).count == 2)
    let repeated = try Registry {
      DiskModule(path: "/")
      for _ in 0..<2 { DiskModule(path: "/tmp") }
    }
    #expect(repeated.contributions(to: .healthChecks).count == 2, "an equal value is listed once")
    let text = problems {
      DiskModule(path: "/", key: "disk")
      DiskModule(path: "/tmp", key: "disk")
    }
    #expect(text.codes == ["duplicate-contribution"])
    #expect(text.contains("as \"disk\", twice by the same declaration [duplicate-contribution]\n"), "\(text)")
    #expect(
      text.hasSuffix("To fix: list the module once\n        or: give each contribution a key of its own"))
  }

  @Test func `a key that another contribution has isn't misspelled`() throws {
    let base = try Registry {
      for key in ["disk", "dist"] { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: key) } }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        When(.preview) { Route({ NamedCheck("fake") }) { Contributes(to: .healthChecks, as: "disk") } }
      }
    }
    #expect(text.contains("[duplicate-contribution]") && !text.contains("did you mean"), "\(text)")
  }

  @Test func `two contributions of a profile can't replace the same one`() {
    let text = problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      When(.preview) {
        Route({ NamedCheck("first") }) { Contributes(to: .healthChecks, as: "disk") }
        Route({ NamedCheck("second") }) { Contributes(to: .healthChecks, as: "disk") }
      }
    }
    #expect(text.codes.allSatisfy { $0 == "duplicate-contribution" } && !text.codes.isEmpty, "\(text)")
  }

  @Test func `two routes on one line aren't the same declaration`() {
    let text = problems {
      Route(DiskCheck.init, line: 1) { Contributes(to: .healthChecks, as: "disk") }
      Route({ NamedCheck("disk") }, line: 1) { Contributes(to: .healthChecks, as: "disk") }
    }
    #expect(text.contains("as \"disk\", and so does Route(DiskCheck) [duplicate-contribution]\n"), "\(text)")
  }

  @Test func `a route that provides a collection's array is an error`() throws {
    let token = RoutableService<[any HealthCheck]>(declaredProtocol: [any HealthCheck].self)
    let checks = RoutableServices(declaredProtocol: (any HealthCheck).self)
    let expected = """
      error: Route(DiskCheck) contributes to Services<any HealthCheck>, and a route provides Service<[any HealthCheck]>, by which it is requested [duplicate-contribution]
      """
    let text = problems {
      Route(DiskCheck.init) { Contributes(to: checks) }
      Route({ [any HealthCheck]() }) { token }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: \(expected)
            line + 2: Service<[any HealthCheck]> is provided here
            To fix: contribute the elements of the array
                or: provide it through a type of its own
        """)
    let base = try Registry { Route({ [any HealthCheck]() }) { token } }
    let extending = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { Route(DiskCheck.init) { Contributes(to: checks) } }
    }
    #expect(extending.contains(expected))
    #expect(try base.makeDestinations(of: checks).isEmpty)
    // A collection with a name is another key.
    let named = try base.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    #expect(try named.makeDestinations(of: .healthChecks).count == 1 && named(token).isEmpty)
  }

  @Test func `a contribution that doesn't conform is an error`() {
    let text = problems { Route(SystemTime.self) { Contributes(to: .healthChecks) } }
    #expect(text.findings == ["line + 0 not-conforming"])
    #expect(text.contains("\n    Route(SystemTime) contributes to Services(.healthChecks)"), "\(text)")
  }

  @Test func `a missing contribution to a required collection is an error`() {
    let text = problems { service({ SystemTime() }, Service(.time), Requires(.healthChecks)) }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: Route(SystemTime) needs Services(.healthChecks), and nothing contributes to it [missing-requirement]
            Requires(.healthChecks)
            To fix: add Contributes(to: .healthChecks) to a route
                or: add the module that contributes to it to the registry
        """)
  }

  @Test func `an array without contributions is no collection`() throws {
    let token = RoutableService<PlainDraft>(declaredProtocol: PlainDraft.self)
    let numbers = RoutableServices<Int>(declaredProtocol: Int.self)
    let text = problems { Route({ (words: [String]) in PlainDraft(text: words.joined()) }) { token } }
    #expect(text.findings == ["line + 0 missing-requirement"])
    let registry = try Registry {
      Route({ (numbers: [Int]) in PlainDraft(text: "\(numbers)") }) { token }
      Route({ 1 }) { Contributes(to: numbers) }
      Route({ 2 }) { Contributes(to: numbers) }
    }
    #expect(try registry.makeDestination(to: token).text == "[1, 2]")
    let named = try Registry {
      Route({ (words: [String]) in PlainDraft(text: words.joined()) }) {
        token
        Takes(.words)
      }
    }
    #expect(try named.makeDestination(to: token).text == "", "a collection with a name can be empty")
  }

  @Test func `a collection of both services and views is an error`() {
    let (services, views) = (
      RoutableServices<SystemTime>(declaredProtocol: SystemTime.self),
      RoutableViews<SystemTime>(declaredProtocol: SystemTime.self)
    )
    let text = problems {
      Route({ SystemTime() }) { Contributes(to: services) }
      Route({ SystemTime() }) { Contributes(to: views) }
      Route({ (times: [SystemTime]) in Editor() }) { View<any EditorInput>() }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 3: error [ambiguous-parameter]
            line + 2: Views<SystemTime> is provided here
            line + 1: Services<SystemTime> is provided here
        """)
  }

  @Test func `a replaced contribution states whether it is kept`() throws {
    let text = try problems {
      Route({ ClockCheck(time: SystemTime()) }) {
        Contributes(to: .healthChecks, as: "clock")
        Singleton()
      }
    } overriding: {
      Route({ ClockCheck(time: SystemTime()) }) { Contributes(to: .healthChecks, as: "clock") }
    }
    #expect(text.findings == ["line + 6 lifetime-changed"], "\(text)")
  }

  @Test func `requesting one element of a collection suggests the collection`() {
    let token = RoutableService<any HealthCheck>(declaredProtocol: (any HealthCheck).self)
    let text = problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      service({ SystemTime() }, Service(.time), Requires(token))
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 2: error [missing-requirement]
            Requires(Service<any HealthCheck>())
            line + 1: Services(.healthChecks) is provided here
            line + 1: DiskCheck could be provided as Service<any HealthCheck>
        """)
  }

  @Test func `a profile of an extension replaces only contributions of the extension`() throws {
    let base = try Registry(profile: .preview) {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      service({ MemoryStore() }, Service(.notes), Requires(.healthChecks))
      When(.preview) {}
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { When(.preview) { Replaces(.healthChecks) } }
    }
    #expect(text.codes == ["unknown-override"])
    let extended = try base.extending {
      Route({ NamedCheck("extension") }) { Contributes(to: .healthChecks) }
      When(.preview) {
        Replaces(.healthChecks)
        Route({ NamedCheck("preview") }) { Contributes(to: .healthChecks) }
      }
    }
    #expect(try extended.makeDestinations(of: .healthChecks).map(\.name) == ["disk", "preview"])
  }

  @Test func `an override can't empty a collection that a route of the base requires`() throws {
    let base = try Registry {
      Route(ClockCheck.init(time:)) { Contributes(to: .healthChecks) }
      Route(SystemTime.self) { Service(.time) }
      service({ MemoryStore() }, Service(.notes), Requires(.healthChecks))
    }
    let error = #expect(throws: RegistryError.self) { try base.overriding { Replaces(.healthChecks) } }
    #expect(error?.diagnostics.map(\.code) == [.missingRequirement])
    #expect(
      error?.diagnostics.first?.remedy
        == "contribute to Services(.healthChecks) in this block\nremove Replaces(.healthChecks)")
    let unnamed = RoutableServices<any HealthCheck>(declaredProtocol: (any HealthCheck).self)
    let byType = #expect(throws: RegistryError.self) { try base.overriding { Replaces(unnamed) } }
    #expect(byType?.diagnostics.map(\.code) == [.missingRequirement])
    let replaced = try base.overriding {
      Replaces(.healthChecks)
      Route({ MemoryStore(name: "other") }) { Service(.notes) }
    }
    #expect(try replaced.makeDestinations(of: .healthChecks).isEmpty)
  }
}

extension RoutableServices<String> { fileprivate static var words: Self { declared() } }
