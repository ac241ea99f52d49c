import Foundation
import SharedFixtures
import Testing
import Waymark

private final class Hen: Sendable { init(egg: Egg) {} }
/// Requests the hen later, in one of the ways that the remedy names.
private final class Egg: Sendable {
  let hen = Routed(RoutableService<Hen>())
  init() {}
  init(hen: DestinationServiceRouter<Hen>) {}
}
extension RoutableService<Session> { fileprivate static var ownVisit: Self { declared() } }
private struct InnerWindow: RouteScope { typealias Outer = UserSession }
private struct ShopModule: RouteModule { var routes: Routes { CartModule() } }
private struct CartModule: RouteModule { var routes: Routes {} }
private struct PlainModule: RouteModule {
  var routes: Routes { Route(Editor.self) { View<any EditorInput>() } }
}
@MainActor private final class EditorPreview: PreviewInput { init(_ editor: Editor) {} }
private struct ListedModule<Value>: RouteModule { var routes: Routes {} }

extension RoutableView<Toolbar> { fileprivate static var toolbar: Self { declared() } }
extension RoutableService<Hen> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Egg> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableServices<any HealthCheck> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}

extension RoutableView<any EditorInput> { fileprivate static var secondEditor: Self { declared() } }

/// The declarations of a diagnostic's example after a person has followed its remedy.
private struct FollowedRemedy: RouteVocabulary, CustomTestStringConvertible {
  let code: Diagnostic.Code
  /// The index of the remedy among the diagnostic's remedies.
  let number: Int
  /// The code that the remedy says to write, which the example lacks, if the test doesn't find it by its form.
  let written: String?
  let find: @MainActor @Sendable () throws -> [Diagnostic]
  let line: Int

  init(
    _ code: Diagnostic.Code, _ number: Int = 0, writing written: String? = nil, line: Int = #line,
    find: @escaping @MainActor @Sendable () throws -> [Diagnostic]
  ) {
    (self.code, self.number, self.written, self.find, self.line) = (code, number, written, find, line)
  }

  /// A registry's declarations are checked for each profile, whichever is picked.
  private init(
    _ code: Diagnostic.Code, _ number: Int = 0, writing written: String? = nil, line: Int = #line,
    @RoutesBuilder routes: @escaping @Sendable () -> Routes
  ) {
    self.init(code, number, writing: written, line: line) {
      let registry = try Registry(profile: .preview) {
        When(.preview) {}
        routes()
      }
      return registry.diagnostics + registry.unreachableRoutes
    }
  }

  var testDescription: String { "\(code) \(number)" }

  static let all = provisions + requirements + kept + adapters + profiles + urls + derived + programs

  /// The codes with remedies that remove a declaration, or change a type, which nobody follows here.
  static let partly: Set<Diagnostic.Code> = [
    .notConforming, .missingConfiguration, .requiredConfiguration, .unreachableRoute, .missingRequirement,
    .danglingDecorator, .danglingAdapter, .captiveScope, .asynchronousTransient, .unkeptLifecycle,
    .unmatchedProfile, .missingURLParent,
  ]

  private static let provisions = [
    FollowedRemedy(.moduleCycle) { ShopModule() },
    FollowedRemedy(.moduleCycle, 1) {
      CartModule()
      PlainModule()
    },
    FollowedRemedy(.duplicateProvision) { editor() },
    FollowedRemedy(.duplicateProvision, 1) {
      let base = try Registry { editor() }
      return try base.overriding { editor() }.diagnostics
    },
    FollowedRemedy(.duplicateProvision, 2) {
      Route(Editor.self) { View(.editor) }
      Route(Editor.self) { View(.secondEditor) }
    },
    FollowedRemedy(.ambiguousName) {
      DiagnosticExample.sessions()
      service(Cache.init(session:), Service<Cache>(), Takes(.ownSession))
      When(.preview) { service(Cache.init(session:), Service<Cache>(), Takes(.guestSession)) }
    },
    FollowedRemedy(.unmatchedTakes) {
      Route(Session.init) { Service(.ownVisit) }
      Route(Session.init) { Service(.guestSession) }
      service(Cache.init(session:), Service<Cache>(), Takes(.ownVisit))
    },
    FollowedRemedy(.unmatchedTakes, 1) {
      DiagnosticExample.sessions()
      service(Visitors.init(own:guest:), Service<Visitors>(), Takes(.ownSession, .guestSession))
    },
    FollowedRemedy(.swappedTakes) {
      DiagnosticExample.sessions()
      service(Visitors.init(own:guest:), Service<Visitors>(), Takes(.ownSession, .guestSession))
    },
    FollowedRemedy(.swappedTakes, 1) {
      DiagnosticExample.sessions()
      Route(Visitors.init(own:guest:)) {
        Service<Visitors>()
        Takes(.guestSession, .ownSession)
        Accepts(.swappedTakes, because: "a guest is shown as the owner")
      }
    },
    FollowedRemedy(.repeatedProvision) { editor() },
    FollowedRemedy(.duplicateIdentifier) {
      service({ MemoryStore() }, Service<any NoteStore>(), Identifier("store"))
      service({ PlainDraft() }, Service<any Draft>(), Identifier("editor"))
    },
    FollowedRemedy(.duplicateFallback) { FallbackRoute(Editor.self) },
    FollowedRemedy(.emptyIdentifier) {
      service({ MemoryStore() }, Service<any NoteStore>(), Identifier("store"))
    },
    FollowedRemedy(.emptyIdentifier, 1) { editor() },
    FollowedRemedy(.exclusivityViolated) {
      service({ MemoryStore() }, Service<any NoteStore>(), Exclusive())
    },
    FollowedRemedy(.exclusivityViolated, 1) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(MemoryStore.self) { Service<any RequiredStore>() }
      // Without: Exclusive()
    },
    FollowedRemedy(.unusedAcceptance) {
      service({ MemoryStore() }, Service<any NoteStore>(), EntryPoint())
    },
  ]

  private static let requirements = [
    FollowedRemedy(.notConforming, 1, writing: "View<any PreviewInput>.as {") {
      Route(Editor.self) { View<any PreviewInput>.as { EditorPreview($0) } }
    },
    FollowedRemedy(.nothingProvided, writing: "View<") {
      Route(Editor.self) {
        if Bool(false) { RoutableView<any EditorInput>() }
        View<any EditorInput>()
      }
    },
    FollowedRemedy(.missingConfiguration, writing: "Route(Editor.self, configuration: ") {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    },
    FollowedRemedy(.requiredConfiguration, 1, writing: "configuration: { EditorConfiguration(") {
      Route(Editor.self, configuration: { EditorConfiguration() }) {
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
      } make: { _, _ in
        Editor()
      }
    },
    FollowedRemedy(.unreachableRoute, writing: "EntryPoint()") {
      service({ MemoryStore() }, Service<any NoteStore>(), EntryPoint())
    },
    FollowedRemedy(.missingRequirement, writing: "Service<any NoteStore>()") {
      Route(StoreProxy.init) { Service<any RequiredStore>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    },
    FollowedRemedy(.ambiguousParameter, writing: "make: { routes in") {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) {
        Service<any EditorInput>.as { $0 }
      } make: { _ in
        throw Failure(description: "")
      }
      Route(HeadingEditor.self) {
        View<any HeadingInput>()
      } make: { routes in
        HeadingEditor(try routes(View<any EditorInput>()))
      }
    },
    FollowedRemedy(.danglingDecorator, writing: "Service(.notes)") {
      Decorates(.notes) { $0 }
      Route(MemoryStore.self) { Service(.notes) }
    },
    FollowedRemedy(.danglingAdapter, writing: "Service<any NoteStore>()") {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    },
  ]

  private static let kept = [
    FollowedRemedy(.captiveDependency, writing: "router") {
      shared(Session.init, Service(.ownVisit))
      // The initializer takes a router.
      Route({ (_: DestinationServiceRouter<Session>) in Monitor(checks: []) }) {
        Service<Monitor>()
        Singleton()
      }
    },
    FollowedRemedy(.captiveDependency, 1, writing: "Singleton()") {
      Route(Session.init) {
        Service(.ownVisit)
        Singleton()
      }
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
      }
    },
    FollowedRemedy(.captiveDependency, 2, writing: "Accepts(.captiveDependency, because: ") {
      shared(Session.init, Service(.ownVisit))
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
        Accepts(.captiveDependency, because: "the visit is never replaced")
      }
    },
    FollowedRemedy(.captiveScope, writing: "Scoped(to: UserSession.self)") {
      MailModule()
      Route({ @Sendable (inbox: any Inbox) in MemoryStore(name: inbox.user) }) {
        Service<any NoteStore>()
        Scoped(to: UserSession.self)
      }
    },
    FollowedRemedy(.asynchronousTransient, writing: "Singleton()") {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    },
    FollowedRemedy(.unkeptLifecycle, writing: "Singleton()") {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Starting { _ in }
        Singleton()
      }
    },
    FollowedRemedy(.conflictingLifetimes) { shared({ MemoryStore() }, Service<any NoteStore>()) },
    FollowedRemedy(.deepChain) { LinksModule(0..<101, lazy: 50) },
    FollowedRemedy(.dependencyCycle) {
      // The initializer has no parameter, and there is a constant: let hen = Routed(RoutableService<Hen>())
      Route(Hen.init) { Service<Hen>() }
      Route({ Egg() }) { Service<Egg>() }
    },
    FollowedRemedy(.dependencyCycle, 1) {
      Route(Hen.init) { Service<Hen>() }
      Route({ @Sendable (hen: DestinationServiceRouter<Hen>) in Egg(hen: hen) }) { Service<Egg>() }
    },
    FollowedRemedy(.unrelatedScopes) {
      Route({ (_: UserSession, _: InnerWindow) in MemoryStore() }) { Service<any NoteStore>() }
    },
    FollowedRemedy(.unrelatedScopes, 1) {
      Route({ (_: UserSession, _: AppWindow?) in MemoryStore() }) { Service<any NoteStore>() }
    },
    FollowedRemedy(.unrelatedScopes, 2) {
      Route({ (_: UserSession) in MemoryStore() }) { Service<any NoteStore>() }
      Route({ (_: AppWindow) in MemoryStore() }) { Service<any RequiredStore>() }
    },
  ]

  private static let adapters = [
    FollowedRemedy(.duplicateAdapter) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    },
    FollowedRemedy(.adapterCycle) {
      Route({ PlainDraft() }) { Service<any Draft>() }
      Adapter(Service<any RequiredDraft>(), for: Service<any Draft>())
    },
    FollowedRemedy(.duplicateContribution) {
      Route(DiskCheck.init) { Contributes(to: Services<any HealthCheck>(), as: "disk") }
      Route({ NamedCheck("") }) { Contributes(to: Services<any HealthCheck>(), as: "other") }
    },
    FollowedRemedy(.duplicateContribution, 1) {
      let base = try Registry {
        Route(DiskCheck.init) { Contributes(to: Services<any HealthCheck>(), as: "disk") }
      }
      return try base.overriding {
        Route({ NamedCheck("") }) { Contributes(to: Services<any HealthCheck>(), as: "disk") }
      }.diagnostics
    },
  ]

  private static let profiles = [
    FollowedRemedy(.unmatchedProfile, 1, writing: "EntryPoint()") {
      When(.preview) { service({ SystemTime() }, Service<any TimeSource>(), EntryPoint()) }
    },
    FollowedRemedy(.unknownProfile) {
      try Registry(profile: .preview) { When(.preview) { time() } }.diagnostics
    },
    FollowedRemedy(.unknownProfile, 1) {
      try Registry(profile: Profile("prevew")) { When(Profile("prevew")) { time() } }.diagnostics
    },
    FollowedRemedy(.unknownProfile, 2) {
      try Registry(profile: Profile("prevew")) {
        When(Profile("prevew")) {}
        When(.preview) { time() }
      }.diagnostics
    },
    FollowedRemedy(.conflictingProfiles) {
      try Registry(profile: .preview) {
        When(.preview) { time() }
        When(Profile("kiosk")) { time() }
      }.diagnostics
    },
    FollowedRemedy(.conflictingProfiles, 1) {
      try Registry(profiles: [.preview, Profile("kiosk")]) {
        When(.preview, Profile("kiosk")) { time() }
      }.diagnostics
    },
  ]

  private static let urls = [
    FollowedRemedy(.missingURLParameter) {
      try diagnostics(ofOpening: [URLPattern("notes://editor/:note")]) {
        $1.note = Note(id: try $0.value("note"))
      }
    },
    FollowedRemedy(.missingURLParameter, 1) {
      try diagnostics(ofOpening: [URLPattern("notes://editor/:id")]) {
        $1.note = try $0.valueIfPresent("note").map { Note(id: $0) }
      }
    },
    FollowedRemedy(.missingURLParameter, 2) {
      let entry = Accepts(.missingURLParameter, because: "each link has it in its query")
      return try diagnostics(ofOpening: [URLPattern("notes://editor/:id")], accepting: [entry]) {
        $1.note = Note(id: try $0.value("note"))
      }
    },
    FollowedRemedy(.malformedURLPattern) {
      editor(URLPattern("notes://list/*/notes"), URLPattern("notes://files/**"))
    },
    FollowedRemedy(.urlConfigurationMismatch) {
      configuredEditor(URLPattern(for: EditorConfiguration.self, "notes://notes?number=\(\.number)"))
    },
    FollowedRemedy(.urlConflict) {
      editor(URLPattern("notes://notes/:id"))
      service({ MemoryStore() }, Service<any NoteStore>(), URLPattern("notes://stores/:number"))
    },
    FollowedRemedy(.urlConflict, 1) {
      editor(URLPattern("notes://notes/:id"))
      Route(MemoryStore.self) { Service<any NoteStore>() }
    },
    FollowedRemedy(.urlShadowed) { editor(URLPattern("notes://notes/:id")) },
    FollowedRemedy(.urlShadowed, 1) {
      editor(URLPattern("notes://notes/:id"), URLPattern("notes://notes/new"))
    },
    FollowedRemedy(.missingURLParent, writing: "URLPattern(\"notes://list/:folder\")") {
      editor(URLPattern("notes://list/:folder/notes/:id", through: "notes://list/:folder"))
      Route(Editor.self) {
        View<any PreviewInput>.as { EditorPreview($0) }
        URLPattern("notes://list/:folder")
      }
    },
    FollowedRemedy(.urlParentCycle) {
      editor(URLPattern("notes://list", through: "notes://folders"), URLPattern("notes://folders"))
    },
  ]

  private static let derived = [
    FollowedRemedy(.unseenAddition) {
      try Registry {
        monitor()
        Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      }.extending {}.diagnostics
    },
    FollowedRemedy(.unseenAddition, 1) {
      try Registry {}.extending {
        Route(Monitor.init(checks:)) {
          Service<Monitor>()
          Singleton()
        }
        Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      }.diagnostics
    },
    FollowedRemedy(.unseenAddition, 2) {
      try Registry { monitor() }.extending {
        Route(DiskCheck.init) {
          Contributes(to: .healthChecks)
          Accepts(.unseenAddition, because: "only a screen shows it")
        }
      }.diagnostics
    },
    FollowedRemedy(.unseenProperty) {
      try Registry {
        Route(Desk.self) {
          View<Desk>()
          Requires(Service<any NoteStore>())
        }
        Route(MemoryStore.self) { Service<any NoteStore>() }
      }.unseenProperties
    },
    FollowedRemedy(.unseenProperty, 1) {
      let registry = try Registry {
        Route(Desk.init(toolbar:)) { View<Desk>() }
        Route({ @MainActor in Toolbar() }) { View(.toolbar) }
        Route(MemoryStore.self) { Service<any NoteStore>() }
      }
      return registry.diagnostics + registry.unseenProperties
    },
    FollowedRemedy(.unseenProperty, 2) {
      try Registry {
        Route(Desk.self) {
          View<Desk>()
          Accepts(.unseenProperty, because: "the application provides the notes")
        }
      }.unseenProperties
    },
    FollowedRemedy(.lifetimeChanged) {
      try Registry { keptStore() }.overriding {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Singleton()
        }
      }.diagnostics
    },
    FollowedRemedy(.lifetimeChanged, 1) {
      try Registry { keptStore() }.overriding {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Transient()
        }
      }.diagnostics
    },
    FollowedRemedy(.unknownOverride) { try Registry { keptStore() }.overriding { keptStore() }.diagnostics },
    FollowedRemedy(.unknownOverride, 1) {
      try Registry {}.extending { Route(MemoryStore.self) { Service<any NoteStore>() } }.diagnostics
    },
    FollowedRemedy(.partialOverride) {
      try Registry { configuredEditor() }.overriding {
        Route(Editor.self, configuration: EditorConfiguration.init) {
          View<any EditorInput>()
          ViewModule<any EditorModuleConfig>()
        } make: { _, _ in
          Editor()
        }
      }.diagnostics
    },
    FollowedRemedy(.partialOverride, 1) {
      try Registry { configuredEditor() }.overriding {
        Route(Editor.self) {
          View<any EditorInput>()
          Accepts(.partialOverride, because: "the configuration leads to the real one")
        }
      }.diagnostics
    },
  ]

  private static let programs = [
    FollowedRemedy(.dryRunFailed) {
      try Registry {
        Route({ () throws -> MemoryStore in throw CancellationError() }) { Service<any NoteStore>() }
      }.overriding {
        Route(MemoryStore.self) { Service<any NoteStore>() }
      }.dryRun().diagnostics
    },
    FollowedRemedy(.dryRunFailed, 1) {
      try Registry {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Accepts(.dryRunFailed, because: "the caller has opened the disk")
        } make: { () throws -> MemoryStore in
          throw CancellationError()
        }
      }.dryRun().diagnostics
    },
    FollowedRemedy(.openRoutes) {
      let registry = try Registry { Route({ (_: Resolver) in MemoryStore() }) { Service<any NoteStore>() } }
      return registry.dryRun().diagnostics
    },
    FollowedRemedy(.openRoutes, 1) {
      Route({ (_: Resolver) in MemoryStore() }) {
        Service<any NoteStore>()
        Accepts(.openRoutes, because: "other tests make it")
      }
    },
    FollowedRemedy(.genericModule) { try Registry { ListedModule<Int>() }.diagnostics },
  ]

  @RoutesBuilder private static func time() -> Routes { Route(SystemTime.self) { Service<any TimeSource>() } }
}

@MainActor
@Suite("Remedies that a person follows")
struct FollowedRemedyTests {
  @Test(arguments: FollowedRemedy.all)
  fileprivate func `following a remedy removes the diagnostic`(_ followed: FollowedRemedy) throws {
    let remedies = try DiagnosticExample.of(followed.code).remedies()
    try #require(remedies.indices.contains(followed.number), "\(remedies)")
    let after: [Diagnostic]
    do {
      after = try followed.find()
    } catch let error as RegistryError {
      after = error.diagnostics
    }
    #expect(after.filter { $0.code == followed.code || $0.severity == .error } == [])
    // The text has the same code as the declarations, which the compiler type-checks with this file.
    let remedy = remedies[followed.number]
    if let written = followed.written {
      let declarations = try caseSource(#filePath, line: followed.line + 1)
      let counts = try [DiagnosticExample.of(followed.code).source(), declarations]
        .map { $0.components(separatedBy: written).count }
      #expect(remedy.contains(written) && counts[1] > counts[0], "\(counts) of: \(remedy)")
    } else {
      let declarations = try caseSource(#filePath, line: followed.line)
      let code = #/[A-Z][A-Za-z]*(<[^>]*>)?\([^()…"]*|registry\.[a-z][A-Za-z]*\(|[a-z][A-Za-z]* \{/#
      for match in remedy.matches(of: code) {
        #expect(declarations.contains(match.output.0), "\(match.output.0) of: \(remedy)")
      }
    }
  }

  @Test func `the tests follow each remedy of a code`() throws {
    let all = Dictionary(grouping: FollowedRemedy.all, by: \.code)
    for (code, followed) in all where !FollowedRemedy.partly.contains(code) {
      let count = try DiagnosticExample.of(code).remedies().count
      #expect(followed.map(\.number).sorted() == Array(0..<count), "\(code)")
    }
    // The audit and the discovery read the whole program, which doesn't change meanwhile. The last code is a module's
    // own.
    let others: Set<Diagnostic.Code> = [
      .auditIncomplete, .noDiscoveredModule, .repeatedName, .unknownModule, .unprovidedDeclaration,
      .unroutedDestination, .custom,
    ]
    for example in DiagnosticExample.all where all[example.code] == nil {
      #expect(try others.contains(example.code) || example.remedies() == [], "\(example.code)")
    }
  }
}
