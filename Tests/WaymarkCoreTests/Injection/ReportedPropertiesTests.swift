import SharedFixtures
import Testing
import WaymarkCore

private protocol Probe: Sendable {}
private struct DiskProbe: Probe {}

extension RoutableServices<any Probe> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

private struct BrokenModule: RouteModule {
  var routes: Routes {
    Route({ () throws -> MemoryStore in throw Mistake() }) { Service<any NoteStore>() }
    kept({ () throws -> MemoryStore in throw Mistake() }, Service<any RequiredStore>())
    Route({ () throws -> Editor in throw Mistake() }) { View<any EditorInput>() }
    Route({ () throws -> DiskProbe in throw Mistake() }) {
      Contributes(to: RoutableServices<any Probe>(), as: "disk")
    }
  }
}

@MainActor
private final class Properties {
  @Routed(RoutableService()) var store: any NoteStore
  @Routed(RoutableService()) var kept: any RequiredStore
  @Routed(RoutableView()) var editor: any EditorInput
  @Routed(RoutableService<any NoteStore>()) var optional: (any NoteStore)?
  @Routed(RoutableService()) var absent: (any TimeSource)?
  @Routed(RoutableService<any TimeSource>()) var router: DestinationServiceRouter<any TimeSource>
  @Routed(RoutableServiceModule()) var module: ModuleServiceRouter<any ImportModuleConfig>
  @Routed(RoutableServices<any Probe>()) var probes: [any Probe]
  @Routed(RoutableServices<any Probe>()) var keyed: [String: any Probe]
  nonisolated static let line = #line - 9
}

/// A property that can't be resolved.
private struct Property: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: RouteError.Code
  /// The number of lines from the first property to this one.
  let offset: Int
  let resolve: @MainActor @Sendable (Properties) throws -> Void

  init(
    _ testDescription: String, _ offset: Int, _ code: RouteError.Code = .factoryFailed,
    resolve: @escaping @MainActor @Sendable (Properties) throws -> Void
  ) {
    (self.testDescription, self.offset, self.code, self.resolve) = (testDescription, offset, code, resolve)
  }

  static let all = [
    Property("service", 0) { _ = try $0.$store.resolve() },
    Property("kept service", 1) { _ = try $0.$kept.resolve() },
    Property("view", 2) { _ = try $0.$editor.resolve() },
    Property("optional", 3) { _ = try $0.$optional.resolve() },
    Property("router", 5, .unregistered) { _ = try $0.$router.resolve() },
    Property("module", 6, .unregistered) { _ = try $0.$module.resolve() },
    Property("collection", 7) { _ = try $0.$probes.resolve() },
    Property("keys", 8) { _ = try $0.$keyed.resolve() },
  ]
}

@MainActor
@Suite("Reports of errors of @Routed properties")
struct ReportedPropertiesTests {
  private let log = Log()

  private func registry() throws -> Registry {
    try Registry {
      ReportsErrors { [log] in log.append("\($0)") }
      BrokenModule()
      Route({ PlainDraft(text: try Routed(RoutableService<any NoteStore>()).resolve().name) }) {
        RoutableService<any Draft>()
      }
    }
  }

  private func place(_ offset: Int) -> String {
    "is declared at WaymarkCoreTests/ReportedPropertiesTests.swift:\(Properties.line + offset), and read at "
  }

  @Test(arguments: Property.all)
  fileprivate func `an error is reported once, with the property's and its reader's places`(
    _ property: Property
  ) throws {
    let properties = try Registry.withCurrent(registry()) { Properties() }
    let thrown = try #require(#expect(throws: RouteError.self) { try property.resolve(properties) })
    #expect(thrown.code == property.code)
    #expect(log.all == ["\(thrown)"])
    #expect("\(thrown)".contains(place(property.offset)), "\(thrown)")
  }

  @Test func `reading a failing optional reports the error with its place`() throws {
    let properties = try Registry.withCurrent(registry()) { Properties() }
    #expect(properties.optional == nil)
    let place = "is declared at WaymarkCoreTests/ReportedPropertiesTests.swift:\(Properties.line + 3)"
    #expect(log.all.count == 1 && log.all[0].contains(place))
    #expect(try properties.$absent.resolve() == nil)
    #expect(log.all.count == 1)
  }

  @Test func `an absent optional of a closed scope is reported with its place`() async throws {
    let session = try registry().opening(UserSession(user: "ada"))
    let properties = Registry.withCurrent(session) { Properties() }
    await session.close()
    let thrown = try #require(#expect(throws: RouteError.self) { _ = try properties.$absent.resolve() })
    #expect(thrown.code == .scopeClosed)
    #expect(log.all == ["\(thrown)"] && log.all[0].contains(place(4)))
  }

  /// The outermost request has the place: a property that a factory reads is part of another one.
  @Test func `the outermost request reports the error of a factory's property`() throws {
    let draft = try Registry.withCurrent(registry()) { Routed(RoutableService<any Draft>()) }
    let line = #line - 1
    let thrown = try #require(#expect(throws: RouteError.self) { _ = try draft.resolve() })
    #expect(log.all == ["\(thrown)"])
    #expect(thrown.path.map(\.destination) == ["MemoryStore", "PlainDraft"])
    let place =
      "@Routed(Service<any Draft>) is declared at WaymarkCoreTests/ReportedPropertiesTests.swift:\(line)"
    #expect("\(thrown)".contains("\(place), and read at "))
  }

  /// A property keeps the registry in which its object was created.
  @Test(arguments: [false, true])
  func `an error says where to create an object whose properties need the current registry`(
    isInstalled: Bool
  ) throws {
    let application = try Registry {
      Route(MemoryStore.self) {
        RoutableService<any NoteStore>.notes
        Scoped(to: UserSession.self)
      }
    }
    let session = try application.opening(UserSession(user: "ada"))
    let notes = try Registry.withCurrent(isInstalled ? application : Registry {}) { Routed(.notes) }
    let hint =
      "create the object in the closure or the test that has the current registry, because its properties use the "
      + "registry of its creation\n"
    for (registry, isHinting) in [(session, true), (application, false), (try Registry {}, false)] {
      let error = Registry.withCurrent(registry) {
        #expect(throws: RouteError.self) { _ = try notes.resolve() }
      }
      #expect(error?.code == (isInstalled ? .scopeNotOpen : .unregistered))
      #expect(error?.remedy?.hasPrefix(hint) == isHinting)
    }
  }
}
