import Foundation
import SharedFixtures
import Testing
import Waymark
@testable import WaymarkInspection

@testable package import WaymarkCore
@testable import WaymarkNavigation

protocol ForgottenPublicly {}

extension RoutableView where Protocol == any ForgottenPublicly {
  init() { self.init(declaredProtocol: Protocol.self) }
}

private final class Hen: Sendable { init(egg: Egg) {} }
private final class Egg: Sendable { init(hen: Hen) {} }
final class Session: Sendable { init() {} }
final class Cache: Sendable { init(session: Session) {} }
struct Visitors: Sendable { let own, guest: Session }
final class Monitor: Sendable { init(checks: [any HealthCheck]) {} }
final class Toolbar { @Routed(.notes) var store }
@MainActor final class Desk: ViewDestination {
  let toolbar: Toolbar
  init() { toolbar = Toolbar() }
  init(toolbar: Toolbar) { self.toolbar = toolbar }
}
private struct ShopModule: RouteModule { var routes: Routes { CartModule() } }
private struct CartModule: RouteModule {
  var routes: Routes {
    ShopModule()
  }
}
// `package`, because an optimized build leaves out unmentioned declarations with less access.
package struct GenericExample<Value>: DiscoverableModule {
  package init() {}
  package var routes: Routes {}
}

extension RoutableService<Hen> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Egg> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Session> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Cache> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Monitor> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<Desk> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Visitors> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Session> {
  static var ownSession: Self { declared() }
  static var guestSession: Self { declared() }
}
// As above, for the names.
package struct Owl: Sendable {}
package struct Eagle: Sendable {}
extension RoutableService<Owl> { package static var exampleOfABird: Self { declared() } }
extension RoutableService<Eagle> { package static var exampleOfABird: Self { declared() } }

// MARK: - Declarations of several examples

/// A route of an editor with URLs, or without one.
func editor(_ patterns: URLPattern..., fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route(Editor.self, fileID: fileID, line: line) {
    RoutableView<any EditorInput>()
    for pattern in patterns { pattern }
  }
}

/// A route of an editor with a configuration.
func configuredEditor(
  _ patterns: URLPattern..., fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(Editor.self, configuration: EditorConfiguration.init, fileID: fileID, line: line) {
    RoutableView<any EditorInput>()
    RoutableViewModule<any EditorModuleConfig>()
    for pattern in patterns { pattern }
  } make: { _, _ in
    Editor()
  }
}

func keptStore(fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route(MemoryStore.self, fileID: fileID, line: line) {
    RoutableService<any NoteStore>()
    Singleton()
  }
}

func monitor(fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route(Monitor.init(checks:), fileID: fileID, line: line) {
    RoutableService<Monitor>()
    Singleton()
  }
}

/// The diagnostics of a dry run of an editor with URLs.
@MainActor func diagnostics(
  ofOpening patterns: [URLPattern], accepting accepts: [Accepts] = [],
  by open: @escaping @MainActor (URLParameters, inout EditorConfiguration) throws -> Void
) throws -> [Diagnostic] {
  try Registry {
    Route(Editor.self, configuration: EditorConfiguration.init) {
      RoutableViewModule<any EditorModuleConfig>()
      for pattern in patterns { pattern }
      for entry in accepts { entry }
    } make: { _, _ in
      Editor()
    } open: { parameters, configuration in
      try open(parameters, &configuration)
    }
  }.dryRun().diagnostics
}

/// Returns the source of an element of an array, which begins at a line of a file.
func caseSource(_ file: String, line: Int) throws -> String {
  let lines = try String(contentsOfFile: file, encoding: .utf8).split(
    separator: "\n", omittingEmptySubsequences: false)
  let others = lines[line...].prefix { $0 != "  ]" && $0.prefixMatch(of: #/ {4}[A-Z]/#) == nil }
  return "\(lines[line - 1])\n\(others.joined(separator: "\n"))"
}

/// Declarations that each cause one diagnostic, as the source of the manual's list.
struct DiagnosticExample: RouteVocabulary {
  let code: Diagnostic.Code
  /// A description of the diagnostic, in one or two sentences.
  let explanation: String
  private let line: Int
  private let find: @MainActor @Sendable () throws -> [Diagnostic]

  init(
    _ code: Diagnostic.Code, _ explanation: String, line: Int = #line,
    _ find: @escaping @MainActor @Sendable () throws -> [Diagnostic]
  ) {
    (self.code, self.explanation, self.line, self.find) = (code, explanation, line, find)
  }

  private init(
    _ code: Diagnostic.Code, _ explanation: String, line: Int = #line,
    @RoutesBuilder routes: @escaping @Sendable () -> Routes
  ) {
    self.init(code, explanation, line: line) {
      let registry = try Registry(routes)
      return registry.diagnostics + registry.unreachableRoutes
    }
  }

  /// The first diagnostic with the code, in files of an application.
  @MainActor func text() throws -> String? {
    let found: [Diagnostic]
    do {
      found = try find()
    } catch let error as RegistryError {
      found = error.diagnostics
    }
    return found.first { $0.code == code }?.description.inApplication
  }

  /// The remedies that the diagnostic suggests.
  @MainActor func remedies() throws -> [String] {
    guard let remedy = try text()?.split(separator: "To fix: ").dropFirst().first else { return [] }
    let lines = remedy.split(separator: "\n").map { $0.drop { $0 == " " } }
    return [String(lines[0])]
      + lines.dropFirst().prefix { $0.hasPrefix("or: ") }.map { String($0.dropFirst(4)) }
  }

  /// The declarations as the compiler reads them.
  func source() throws -> String { try caseSource(#filePath, line: line) }

  @RoutesBuilder static func sessions() -> Routes {
    Route(Session.init) { Service(.ownSession) }
    Route(Session.init) { Service(.guestSession) }
  }

  static func of(_ code: Diagnostic.Code) throws -> DiagnosticExample {
    try #require(all.first { $0.code == code })
  }

  static let all: [DiagnosticExample] =
    routes + requirements + kept + adapters + collections + urls + derived + programs

  // MARK: - Routes

  private static let routes = [
    DiagnosticExample(
      .notConforming,
      "A destination or a configuration does not conform to a protocol of its route."
    ) {
      Route(Editor.self) { View<any PreviewInput>() }
    },
    DiagnosticExample(
      .nothingProvided, "A route provides no token, for example because conditions removed all of them."
    ) {
      Route(Editor.self) { if Bool(false) { View<any EditorInput>() } }
    },
    DiagnosticExample(.missingConfiguration, "A route provides a configuration, but declares none.") {
      Route(Editor.self) { ViewModule<any EditorModuleConfig>() }
    },
    DiagnosticExample(
      .requiredConfiguration,
      "A route needs a configuration from its caller, and a dependency, an identifier, or a URL passes none."
    ) {
      Route(Editor.self, configuration: EditorConfiguration.self) {
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
      } make: { _, _ in
        Editor()
      }
    },
    DiagnosticExample(
      .moduleCycle, "Modules list each other, so reading their declarations would never end."
    ) {
      ShopModule()
    },
    DiagnosticExample(
      .duplicateProvision, "Two declarations provide the same token. Waymark does not choose one of them."
    ) {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) { View<any EditorInput>() }
    },
    DiagnosticExample(.repeatedProvision, "One route provides the same token twice.") {
      Route(Editor.self) {
        View<any EditorInput>()
        View<any EditorInput>()
      }
    },
    DiagnosticExample(.duplicateIdentifier, "Two routes have the same identifier.") {
      service({ PlainDraft() }, Service<any Draft>(), Identifier("editor"))
      service({ MemoryStore() }, Service<any NoteStore>(), Identifier("editor"))
    },
    DiagnosticExample(.duplicateFallback, "You declared two fallback routes for unknown identifiers.") {
      FallbackRoute(Editor.self)
      FallbackRoute(Editor.self)
    },
    DiagnosticExample(.emptyIdentifier, "An identifier is empty, or has only white space.") {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier(" ")
      }
    },
    DiagnosticExample(
      .exclusivityViolated, "Two routes make a destination type, and one of them is exclusive."
    ) {
      service({ MemoryStore() }, Service<any NoteStore>(), Exclusive())
      Route(MemoryStore.self) { Service<any RequiredStore>() }
    },
    DiagnosticExample(.conflictingLifetimes, "A route has more than one lifetime.") {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        WeaklyShared()
      }
    },
    DiagnosticExample(.unreachableRoute, "No declaration requests the route, so you may no longer need it.") {
      Route(Editor.self) { View<any EditorInput>() }
    },
    DiagnosticExample(
      .unusedAcceptance, "An `Accepts` entry suppresses a diagnostic that Waymark did not find."
    ) {
      Route(Editor.self) {
        View<any EditorInput>()
        EntryPoint()
        Accepts(.captiveDependency, because: "it was so once")
      }
    },
  ]

  // MARK: - Dependencies of routes

  private static let requirements = [
    DiagnosticExample(.missingRequirement, "Nothing provides a dependency of a route.") {
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    },
    DiagnosticExample(
      .ambiguousParameter,
      "One route provides the type of a parameter as a view, and another route provides it as a service. The parameter belongs to a route or to a decorator of a view. If an extension adds the second one, a view of its base that the registry doesn't keep has the same problem."
    ) {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) {
        Service<any EditorInput>.as { $0 }
      } make: { _ in
        throw Failure(description: "")
      }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    },
    DiagnosticExample(
      .ambiguousName,
      "A route requests a dependency by its type, but the type has several names. Waymark does not choose one of them. If an extension adds the second name, a route of its base that keeps nothing has the same problem: name the token of the base in the declaration of the route."
    ) {
      sessions()
      Route(Cache.init(session:)) { Service<Cache>() }
    },
    DiagnosticExample(
      .unmatchedTakes, "`Takes` supplies a token, but the initializer has no parameter left for it."
    ) {
      sessions()
      service(Cache.init(session:), Service<Cache>(), Takes(.ownSession, .guestSession))
    },
    DiagnosticExample(
      .swappedTakes,
      "The names in `Takes` have another order than the properties of the destination. The compiler can't tell two parameters of one type apart, and each provider would work in the place of the other. To exclude the mistake, request the dependencies with labels, in a `make:` closure."
    ) {
      sessions()
      service(Visitors.init(own:guest:), Service<Visitors>(), Takes(.guestSession, .ownSession))
    },
    DiagnosticExample(
      .deepChain,
      "A chain has more than 100 routes, and each of them needs the next one to create its instance. A request for the first one calls all factories inside each other, so a thread with a small stack can overflow."
    ) {
      LinksModule(0..<101)
    },
    DiagnosticExample(
      .dependencyCycle,
      "Routes depend on each other, so Waymark can't make any of them first. A cycle through a router or `@Routed` is valid."
    ) {
      Route(Hen.init) { Service<Hen>() }
      Route(Egg.init) { Service<Egg>() }
    },
    DiagnosticExample(
      .openRoutes,
      "Open routes can request anything, so no rule can check their requests. Each route accepts the note for itself."
    ) {
      Route(Editor.self) {
        View<any EditorInput>()
      } make: { _ in
        Editor()
      }
    },
  ]

  private static let kept = [
    DiagnosticExample(
      .captiveDependency, "A destination retains another destination with a shorter lifetime."
    ) {
      shared(Session.init, Service<Session>())
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
      }
    },
    DiagnosticExample(
      .captiveScope,
      "An instance with a longer lifetime than a scope depends on the scope. The scope is not open where Waymark makes the instance."
    ) {
      MailModule()
      Route({ @Sendable (inbox: any Inbox) in MemoryStore(name: inbox.user) }) {
        Service<any NoteStore>()
        Singleton()
      }
    },
    DiagnosticExample(
      .asynchronousTransient,
      "A route has an asynchronous factory but no lifetime that keeps its instance, so each request would have to wait for the factory."
    ) {
      Route(DiskStorage.init) { Service(.storage) }
    },
    DiagnosticExample(
      .unkeptLifecycle, "A route starts or stops its instance, but nothing keeps the instance."
    ) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Starting { _ in }
      }
    },
    DiagnosticExample(
      .unrelatedScopes,
      "A route needs two scopes, but neither scope is inside the other, so no registry has both."
    ) {
      Route({ (_: UserSession, _: AppWindow) in MemoryStore() }) { Service<any NoteStore>() }
    },
  ]

  // MARK: - Adapters

  private static let adapters = [
    DiagnosticExample(.danglingAdapter, "Nothing provides the token that an adapter leads to.") {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    },
    DiagnosticExample(.duplicateAdapter, "Two adapters have the same required token.") {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    },
    DiagnosticExample(.adapterCycle, "Adapters lead to each other in a cycle.") {
      Adapter(Service<any RequiredDraft>(), for: Service<any Draft>())
      Adapter(Service<any Draft>(), for: Service<any RequiredDraft>())
    },
  ]

  // MARK: - Collections, decorators, and profiles

  private static let collections = [
    DiagnosticExample(
      .duplicateContribution,
      "Two contributions to a collection have the same key, so the key does not identify one of them."
    ) {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      Route({ NamedCheck("") }) { Contributes(to: .healthChecks, as: "disk") }
    },
    DiagnosticExample(.danglingDecorator, "Nothing provides the token that a decorator wraps.") {
      Decorates(.notes) { $0 }
    },
    DiagnosticExample(
      .unmatchedProfile,
      "A route inside `When` replaces nothing, and nothing else leads to it. The route that it replaced was probably removed."
    ) {
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    },
    DiagnosticExample(
      .unknownProfile,
      "You picked a profile that no `When` declares. Without this error, a misspelled name would give you the application without a profile."
    ) {
      try Registry(profile: Profile("prevew")) {
        When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
      }.diagnostics
    },
    DiagnosticExample(
      .conflictingProfiles,
      "You picked several profiles, and two of them provide the same token, identifier, URL, or contribution key."
    ) {
      try Registry(profiles: [.preview, Profile("kiosk")]) {
        When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
        When(Profile("kiosk")) { Route(SystemTime.self) { Service<any TimeSource>() } }
      }.diagnostics
    },
  ]

  // MARK: - URLs

  private static let urls = [
    DiagnosticExample(.malformedURLPattern, "A URL pattern has a syntax error. The caret points at it.") {
      editor(URLPattern("notes://list/**/notes"))
    },
    DiagnosticExample(
      .urlConfigurationMismatch,
      "The properties in a URL belong to a different configuration than the configuration of the route."
    ) {
      configuredEditor(URLPattern(for: OpenNoteConfiguration.self, "notes://notes/\(\.id)"))
    },
    DiagnosticExample(
      .urlConflict, "Two patterns match the same URLs. The order of declaration does not matter."
    ) {
      editor(URLPattern("notes://notes/:id"))
      service({ MemoryStore() }, Service<any NoteStore>(), URLPattern("notes://notes/:number"))
    },
    DiagnosticExample(
      .urlShadowed, "No URL can reach a pattern, because a more specific one matches all of its URLs."
    ) {
      editor(URLPattern("notes://notes/:id"), URLPattern("notes://notes/*"))
    },
    DiagnosticExample(.missingURLParent, "No pattern matches the URL of a deep link's parent screen.") {
      editor(URLPattern("notes://list/:folder/notes/:id", through: "notes://list/:folder"))
    },
    DiagnosticExample(
      .missingURLParameter,
      "The `open:` closure of a route reads a parameter that a pattern of the route doesn't have, so it throws for each URL without this parameter in its query (`dryRun()`). Or the name of a parameter that `Reuses` compares is nearly a pattern's."
    ) {
      try diagnostics(ofOpening: [URLPattern("notes://editor/:id")]) {
        $1.note = Note(id: try $0.value("note"))
      }
    },
    DiagnosticExample(.urlParentCycle, "The parent screens of deep links form a cycle.") {
      editor(
        URLPattern("notes://list", through: "notes://folders"),
        URLPattern("notes://folders", through: "notes://list"))
    },
  ]

  // MARK: - Derived registries, programs, modules

  private static let derived = [
    DiagnosticExample(
      .lifetimeChanged,
      "An override makes an object for each request, but the original route keeps one object for all requests."
    ) {
      try Registry { keptStore() }
        .overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }.diagnostics
    },
    DiagnosticExample(
      .unknownOverride,
      """
      An override replaces a token that the base registry does not provide. If a test writes `.overriding` before
      `.registry`, no registry exists yet, and this is the only problem. It's a warning for a contribution whose key
      replaces nothing, and differs from another one in a letter or two.
      """
    ) {
      try Registry {}.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }.diagnostics
    },
    DiagnosticExample(
      .partialOverride,
      "An override replaces a view or service, but its configuration still leads to the real one. You can suppress this error with `Accepts`."
    ) {
      try Registry { configuredEditor() }
        .overriding { Route(Editor.self) { View<any EditorInput>() } }.diagnostics
    },
    DiagnosticExample(
      .unseenAddition,
      "An extension contributes to a collection, or provides an optional dependency, that a singleton of the base is created with. The base creates the singleton without the addition, directly or through its transient dependencies."
    ) {
      try Registry { monitor() }
        .extending { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }.diagnostics
    },
    DiagnosticExample(
      .unseenProperty,
      "A destination stores an object, or a collection of values, with a `@Routed` property. Waymark reads only the properties of the destination and of structs, tuples, optionals, and enums in it, so no rule checks this dependency (`expectSound`)."
    ) {
      try Registry {
        Route(Desk.self) { View<Desk>() }
        Route(MemoryStore.self) { Service<any NoteStore>() }
      }.unseenProperties
    },
    DiagnosticExample(.dryRunFailed, "A dry run could not make a destination.") {
      let registry = try Registry {
        Route({ () throws -> MemoryStore in throw Failure(description: "the disk is full") }) {
          Service<any NoteStore>()
        }
      }
      return registry.dryRun().diagnostics
    },
  ]

  /// The audit of this program, which takes half a second.
  private static let audit = Result { try Registry {}.audit() }

  private static let programs = [
    DiagnosticExample(
      .unroutedDestination,
      "A type conforms to `ViewDestination` or `ServiceDestination`, but no route makes it (`audit()`)."
    ) {
      try audit.get().filter { $0.message.contains("SystemTime") }
    },
    DiagnosticExample(
      .unprovidedDeclaration, "A protocol is declared routable, but nothing provides it (`audit()`)."
    ) {
      try audit.get().filter { $0.message.contains("WaymarkTests.ForgottenPublicly") }
    },
    DiagnosticExample(
      .repeatedName,
      "Two types of one kind have the same name (`audit()`). In a file that sees both types, the name is ambiguous to the compiler. Or a name is a constant, and all constants of its type are one name: write `static var` in place of `static let`."
    ) {
      try audit.get().filter { $0.code == .repeatedName && $0.message.contains("exampleOfABird") }
    },
    DiagnosticExample(
      .genericModule, "A discovered module is generic, so Waymark cannot create it automatically."
    ) {
      try Registry { DiscoveredModules { "\($0)".contains("GenericExample") } }.diagnostics
    },
    DiagnosticExample(.noDiscoveredModule, "The program has no module that `DiscoveredModules()` can find.") {
      [.noDiscoveredModule(at: DeclarationLocation(fileID: "WaymarkTests/X.swift", line: 1))]
    },
    DiagnosticExample(
      .unknownModule,
      "You limited an audit to a Swift module that the program does not contain (`audit(of:)`). The audit would find nothing."
    ) {
      try Registry {}.audit(of: ["WaymarkTest"])
    },
    DiagnosticExample(
      .auditIncomplete, "An audit reads the symbol table of the program, but the table was stripped."
    ) {
      [.auditIncomplete(at: DeclarationLocation(fileID: "WaymarkTests/X.swift", line: 1))]
    },
    DiagnosticExample(.custom, "The rule of a module (`check(_:)`) reported a problem.") {
      [Diagnostic(.warning, "the editor has no spell checker", remedy: "add SpellingModule()")]
    },
  ]
}
