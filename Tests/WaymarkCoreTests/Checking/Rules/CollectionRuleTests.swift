import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rules about contributions")
struct CollectionRuleTests: RouteVocabulary {

  private static func disk(_ key: String = "disk", fileID: StaticString = #fileID, line: Int = #line) -> Route
  {
    Route(DiskCheck.init, fileID: fileID, line: line) { Contributes(to: .healthChecks, as: key) }
  }

  private static let cases = [
    RuleCase(
      "an extension's key of the base", "line + 6 duplicate-contribution",
      says: "line + 4: \"disk\" is contributed here first"
    ) {
      disk()
    } extending: {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: CheckKey.disk) }
    },
    RuleCase("one key twice in an override", "line + 4 duplicate-contribution") {
      disk()
    } overriding: {
      disk()
      disk()
    },
    RuleCase(
      "two routes on one line", "duplicate-contribution", says: "as \"disk\", and so does Route(DiskCheck) ["
    ) {
      disk(line: 1)
      Route({ NamedCheck("disk") }, line: 1) { Contributes(to: .healthChecks, as: "disk") }
    },
    RuleCase("two contributions of a profile", "duplicate-contribution") {
      disk()
      When(.preview) {
        Route({ NamedCheck("first") }) { Contributes(to: .healthChecks, as: "disk") }
        Route({ NamedCheck("second") }) { Contributes(to: .healthChecks, as: "disk") }
      }
    },
    RuleCase(
      "a key that another contribution of the base has", "duplicate-contribution", lacks: "did you mean"
    ) {
      disk()
      disk("dist")
    } extending: {
      When(.preview) { Route({ NamedCheck("fake") }) { Contributes(to: .healthChecks, as: "disk") } }
    },
    RuleCase(
      "a misspelled key of an override", "line + 8 unknown-override",
      says: "as \"dsik\", which replaces nothing, and Route(DiskCheck) stays [",
      "    line + 6: \"disk\" is contributed here\n    To fix: did you mean \"disk\"?\n",
      "or: add Accepts(.unknownOverride, because: …) to Route(NamedCheck), if it's another contribution"
    ) {
      disk()
    } overriding: {
      Route({ NamedCheck("test") }) { Contributes(to: .healthChecks, as: "dsik") }
    },
    RuleCase(
      "another type", "not-conforming", says: "\n    Route(SystemTime) contributes to Services(.healthChecks)"
    ) {
      Route(SystemTime.self) { Contributes(to: .healthChecks) }
    },
    RuleCase(
      "a required collection without contributions", "line + 5 missing-requirement",
      says: "needs Services(.healthChecks), and nothing contributes to it [", "    Requires(.healthChecks)\n",
      "    To fix: add Contributes(to: .healthChecks) to a route\n        or: add the module that contributes to"
    ) {
      service({ SystemTime() }, Service(.time), Requires(.healthChecks))
    },
    RuleCase("a replaced contribution that was kept", "line + 6 lifetime-changed") {
      Route({ ClockCheck(time: SystemTime()) }) {
        Contributes(to: .healthChecks, as: "clock")
        Singleton()
      }
    } overriding: {
      Route({ ClockCheck(time: SystemTime()) }) { Contributes(to: .healthChecks, as: "clock") }
    },
  ]

  @Test(arguments: cases) func `contributions with one key, or of another type, are errors`(row: RuleCase)
    throws
  {
    try row.check()
  }

  @Test func `a replacement isn't compared with the keys beside it`() throws {
    let base = try Registry {
      Self.disk()
      Self.disk("desk")
    }
    #expect(try base.overriding { Self.disk() }.diagnostics == base.diagnostics)
    #expect(try base.extending { Self.disk("dusk") }.diagnostics == base.diagnostics)
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

  @Test func `contributions of two values of a module need different keys, or none`() throws {
    let registry = try Registry {
      DiskModule(path: "/")
      DiskModule(path: "/tmp")
    }
    #expect(registry.contributions(to: .healthChecks).count == 2)
    let repeated = try Registry {
      DiskModule(path: "/")
      for key in [nil, nil, "disk", "disk"] { DiskModule(path: "/tmp", key: key) }
    }
    #expect(repeated.contributions(to: .healthChecks).count == 3, "an equal value is listed once")
    let text = problems {
      DiskModule(path: "/", key: "disk")
      DiskModule(path: "/tmp", key: "disk")
    }
    #expect(text.codes == ["duplicate-contribution"])
    #expect(text.contains("as \"disk\", twice by the same declaration [duplicate-contribution]\n"), "\(text)")
    #expect(
      text.hasSuffix("or: list the module once\n        or: give each contribution a key of its own"))
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
      service({ (words: [String]) in PlainDraft(text: words.joined()) }, token, Takes(.words))
    }
    #expect(try named.makeDestination(to: token).text == "", "a collection with a name can be empty")
  }

  @Test func `a profile of an extension replaces only contributions of the extension`() throws {
    let base = try Registry(profile: .preview) {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      service({ MemoryStore() }, Service(.notes), Requires(.healthChecks))
      When(.preview) {}
    }
    let text = problemsOfDeriving(try base.extending { When(.preview) { Replaces(.healthChecks) } })
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
