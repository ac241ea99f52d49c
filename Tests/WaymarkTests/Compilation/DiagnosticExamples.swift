@testable package import Waymark

private final class Hen: Sendable { init(egg: Egg) {} }
private final class Egg: Sendable { init(hen: Hen) {} }
private final class Session: Sendable { init() {} }
private final class Cache: Sendable { init(session: Session) {} }
// `package`, because an optimized build leaves out what nothing mentions and has less access.
package struct GenericExample<Value>: DiscoverableModule {
  package init() {}
  package var routes: Routes {}
}

extension RoutableService<Hen> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Egg> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Session> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Cache> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

/// Declarations that each lead to one diagnostic: the list that the manual is made of.
struct DiagnosticExample: RouteVocabulary {
  let code: Diagnostic.Code
  /// What to know of it, in a sentence or two.
  let explanation: String
  private let find: @MainActor @Sendable () throws -> [Diagnostic]

  init(
    _ code: Diagnostic.Code, _ explanation: String,
    _ find: @escaping @MainActor @Sendable () throws -> [Diagnostic]
  ) {
    self.code = code
    self.explanation = explanation
    self.find = find
  }

  private init(
    _ code: Diagnostic.Code, _ explanation: String, @RoutesBuilder routes: @escaping @Sendable () -> Routes
  ) {
    self.init(code, explanation) { try Registry(routes).diagnostics }
  }

  /// The first diagnostic with the code, in files of an application.
  @MainActor func text() throws -> String? {
    let found: [Diagnostic]
    do {
      found = try find()
    } catch let error as RegistryError {
      found = error.diagnostics
    }
    guard let text = found.first(where: { $0.code == code })?.description else { return nil }
    let places = #/WaymarkTests/[A-Za-z+.]+\.swift:([0-9]+)/#
    let lines = Set(text.matches(of: places).compactMap { Int($0.output.1) }).sorted()
    let named = text.replacing("WaymarkTests.", with: "Notes.").replacing(
      "in WaymarkTests,", with: "in Notes,")
    return named.replacing(places) { match in
      let number = Int(match.output.1).flatMap { lines.firstIndex(of: $0) } ?? 0
      return "Notes/NotesModule.swift:\(12 + 4 * number)"
    }
  }

  static let all: [DiagnosticExample] = routes + requirements + kept + adapters + urls + derived + programs

  // MARK: - Routes

  private static let routes = [
    DiagnosticExample(.notConforming, "A destination, or a configuration, is not what it is provided as.") {
      Route(Editor.self) { View<any PreviewInput>() }
    },
    DiagnosticExample(.nothingProvided, "All tokens of a route stand in conditions that do not hold.") {
      Route(Editor.self) { if Bool(false) { View<any EditorInput>() } }
    },
    DiagnosticExample(.missingConfiguration, "A configuration is provided, and the route makes none.") {
      Route(Editor.self) { ViewModule<any EditorModuleConfig>() }
    },
    DiagnosticExample(.duplicateProvision, "Two declarations provide the same; none of them is guessed.") {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) { View<any EditorInput>() }
    },
    DiagnosticExample(.repeatedProvision, "One route provides the same twice.") {
      Route(Editor.self) {
        View<any EditorInput>()
        View<any EditorInput>()
      }
    },
    DiagnosticExample(.duplicateIdentifier, "An identifier leads to one route.") {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("editor")
      }
    },
    DiagnosticExample(.emptyIdentifier, "An identifier can be seen.") {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier(" ")
      }
    },
    DiagnosticExample(
      .exclusivityViolated, "A destination that is exclusive to one route is made by another one too."
    ) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Exclusive()
      }
      Route(MemoryStore.self) { Service<any RequiredStore>() }
    },
    DiagnosticExample(.conflictingLifetimes, "A route has one lifetime.") {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        WeaklyShared()
      }
    },
    DiagnosticExample(.unreachableRoute, "Nothing that is declared asks for the route: it may be left over.")
    {
      Route(Editor.self) { View<any EditorInput>() }
    },
    DiagnosticExample(.unusedAcceptance, "Something is accepted that is not found any more.") {
      Route(Editor.self) {
        View<any EditorInput>()
        EntryPoint()
        Accepts(.captiveDependency, because: "it was so once")
      }
    },
  ]

  // MARK: - What routes need

  private static let requirements = [
    DiagnosticExample(.missingRequirement, "Something that a route needs is not provided.") {
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    },
    DiagnosticExample(
      .ambiguousParameter, "A parameter's type is registered both as a view and as a service."
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
      .dependencyCycle,
      "Routes need each other before any of them is made. A cycle through a router or `@Routed` is legal."
    ) {
      Route(Hen.init) { Service<Hen>() }
      Route(Egg.init) { Service<Egg>() }
    },
    DiagnosticExample(
      .openRoutes, "How many routes have closures that may ask for anything, which no rule can see."
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
      .captiveDependency, "Something that should come and go is kept by something that stays."
    ) {
      Route(Session.init) {
        Service<Session>()
        WeaklyShared()
      }
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
      }
    },
    DiagnosticExample(
      .captiveScope,
      "An instance that is kept longer than a scope needs something of the scope, which is not open where it is made."
    ) {
      Route(FileArchive.init) { Service(\.archive) }
      Route(SessionInbox.init(archive:session:)) {
        Service(\.inbox)
        Scoped(to: UserSession.self)
      }
      Route({ @Sendable (inbox: any Inbox) in MemoryStore(name: inbox.user) }) {
        Service<any NoteStore>()
        Singleton()
      }
    },
    DiagnosticExample(
      .unrelatedScopes,
      "A route needs two scopes that are opened beside each other, so that no registry has both."
    ) {
      Route({ @Sendable (session: UserSession, window: AppWindow) in MemoryStore(name: session.user) }) {
        Service<any NoteStore>()
      }
    },
  ]

  // MARK: - Adapters

  private static let adapters = [
    DiagnosticExample(.danglingAdapter, "An adapter leads to something that nothing provides.") {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    },
    DiagnosticExample(.duplicateAdapter, "What is required is adapted once.") {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    },
    DiagnosticExample(.adapterCycle, "Adapters lead to each other in a cycle.") {
      Adapter(Service<any RequiredDraft>(), for: Service<any Draft>())
      Adapter(Service<any Draft>(), for: Service<any RequiredDraft>())
    },
  ]

  // MARK: - URLs

  private static let urls = [
    DiagnosticExample(.malformedURLPattern, "A pattern cannot be read; the caret is under the place.") {
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://list/**/notes")
      }
    },
    DiagnosticExample(
      .urlConflict, "Two patterns match the same URLs; the order of declaration does not decide."
    ) {
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://notes/:id")
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        URLPattern("notes://notes/:number")
      }
    },
    DiagnosticExample(.urlShadowed, "Each URL that a pattern matches leads to a more specific one.") {
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://notes/:id")
        URLPattern("notes://notes/*")
      }
    },
    DiagnosticExample(.missingURLParent, "The URL of the screen below a deep link leads nowhere.") {
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://list/:folder/notes/:id", through: "notes://list/:folder")
      }
    },
    DiagnosticExample(.urlParentCycle, "The screens below deep links lead to each other in a cycle.") {
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://list", through: "notes://folders")
        URLPattern("notes://folders", through: "notes://list")
      }
    },
  ]

  // MARK: - Derived registries, programs, modules

  private static let derived = [
    DiagnosticExample(
      .lifetimeChanged, "An override makes an object for each request, where one was kept for all."
    ) {
      try Registry {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Singleton()
        }
      }.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }.diagnostics
    },
    DiagnosticExample(.unknownOverride, "An override replaces something that is not there.") {
      try Registry {}.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }.diagnostics
    },
    DiagnosticExample(.dryRunFailed, "A dry run could not make a destination.") {
      let registry = try Registry {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
        } make: { () throws -> MemoryStore in
          throw Failure(description: "the disk is full")
        }
      }
      return registry.dryRun().diagnostics
    },
  ]

  private static let programs = [
    DiagnosticExample(
      .unroutedDestination, "A destination can make itself, and no route makes it (`audit()`)."
    ) {
      try Registry {}.audit().filter { $0.message.contains("SystemTime") }
    },
    DiagnosticExample(
      .unprovidedDeclaration, "A protocol was declared routable, and nothing provides it (`audit()`)."
    ) {
      try Registry {}.audit().filter {
        $0.message.contains("Protocol") || $0.message.contains("ForgottenPublicly")
      }
    },
    DiagnosticExample(.genericModule, "A generic module was found, which cannot be made by itself.") {
      try Registry { DiscoveredModules { "\($0)".contains("GenericExample") } }.diagnostics
    },
    DiagnosticExample(.auditIncomplete, "The program was stripped of the records that an audit reads.") {
      [.auditIncomplete(at: DeclarationLocation(fileID: "WaymarkTests/X.swift", line: 1))]
    },
    DiagnosticExample(.custom, "A module's own rule (`check(_:)`) has found something.") {
      [Diagnostic(.warning, "the editor has no spell checker", remedy: "add SpellingModule()")]
    },
  ]
}
