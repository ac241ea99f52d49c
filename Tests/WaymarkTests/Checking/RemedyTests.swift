import Foundation
import SharedFixtures
import Testing
import Waymark

private final class Session: Sendable { init() {} }
private final class Cache: Sendable { init(session: Session) {} }
private final class RoutedCache: Sendable { init(session: DestinationServiceRouter<Session>) {} }

extension RoutableService<Session> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Cache> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<RoutedCache> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

/// Declarations with a problem, and the same ones after its remedy was applied, which the compiler type-checks with this
/// file.
struct Remedy: RouteVocabulary, CustomTestStringConvertible {
  let code: Diagnostic.Code
  /// The code that the remedy says to write, up to a placeholder such as an ellipsis.
  let written: String
  let broken: @Sendable () -> Routes
  let sound: @Sendable () -> Routes
  let line: Int

  init(
    _ code: Diagnostic.Code, _ written: String, line: Int = #line,
    @RoutesBuilder broken: @escaping @Sendable () -> Routes,
    @RoutesBuilder sound: @escaping @Sendable () -> Routes
  ) {
    self.code = code
    self.written = written
    self.broken = broken
    self.sound = sound
    self.line = line
  }

  var testDescription: String { "\(code): \(written)" }

  static let all: [Remedy] = routes + requirements + lifetimes + others

  private static let routes = [
    Remedy(.notConforming, "View<any PreviewInput>.as {") {
      Route(Editor.self) { View<any PreviewInput>() }
    } sound: {
      Route(Editor.self) { View<any PreviewInput>.as { EditorPreview($0) } }
    },
    Remedy(.nothingProvided, "View<") {
      Route(Editor.self) { if Bool(false) { RoutableView<any EditorInput>() } }
    } sound: {
      Route(Editor.self) {
        if Bool(false) { RoutableView<any EditorInput>() }
        View<any EditorInput>()
      }
    },
    Remedy(.missingConfiguration, "Route(Editor.self, configuration: ") {
      Route(Editor.self) { ViewModule<any EditorModuleConfig>() }
    } sound: {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    },
    Remedy(.requiredConfiguration, "configuration: { EditorConfiguration(") {
      Route(Editor.self, configuration: EditorConfiguration.self) {
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
      } make: { _, _ in
        Editor()
      }
    } sound: {
      Route(Editor.self, configuration: { EditorConfiguration() }) {
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
      } make: { _, _ in
        Editor()
      }
    },
    Remedy(.unreachableRoute, "EntryPoint()") {
      Route(Editor.self) { View<any EditorInput>() }
    } sound: {
      Route(Editor.self) {
        View<any EditorInput>()
        EntryPoint()
      }
    },
  ]

  private static let requirements = [
    Remedy(.missingRequirement, "Service<any NoteStore>()") {
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    } sound: {
      Route(StoreProxy.init) { Service<any RequiredStore>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    },
    Remedy(.ambiguousParameter, "make: { routes in") {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) {
        Service<any EditorInput>.as { $0 }
      } make: { _ in
        throw Failure(description: "")
      }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    } sound: {
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
    Remedy(.danglingDecorator, "Service(.notes)") {
      Decorates(.notes) { $0 }
    } sound: {
      Decorates(.notes) { $0 }
      Route(MemoryStore.self) { Service(.notes) }
    },
    Remedy(.danglingAdapter, "Service<any NoteStore>()") {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    } sound: {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    },
  ]

  private static let lifetimes = [
    Remedy(.captiveDependency, "Singleton()") {
      Route(Session.init) {
        Service<Session>()
        WeaklyShared()
      }
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
      }
    } sound: {
      Route(Session.init) {
        Service<Session>()
        Singleton()
      }
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
      }
    },
    Remedy(.captiveDependency, "Accepts(.captiveDependency, because: ") {
      Route(Session.init) {
        Service<Session>()
        WeaklyShared()
      }
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
      }
    } sound: {
      Route(Session.init) {
        Service<Session>()
        WeaklyShared()
      }
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
        Accepts(.captiveDependency, because: "the session is never replaced")
      }
    },
    Remedy(.captiveDependency, "router") {
      Route(Session.init) {
        Service<Session>()
        WeaklyShared()
      }
      Route(Cache.init) {
        Service<Cache>()
        Singleton()
      }
    } sound: {
      Route(Session.init) {
        Service<Session>()
        WeaklyShared()
      }
      // The initializer takes a router.
      Route(RoutedCache.init) {
        Service<RoutedCache>()
        Singleton()
      }
    },
    Remedy(.captiveScope, "Scoped(to: UserSession.self)") {
      Route(FileArchive.init) { Service(.archive) }
      Route(SessionInbox.init(archive:session:)) {
        Service(.inbox)
        Scoped(to: UserSession.self)
      }
      Route({ @Sendable (inbox: any Inbox) in MemoryStore(name: inbox.user) }) {
        Service<any NoteStore>()
        Singleton()
      }
    } sound: {
      Route(FileArchive.init) { Service(.archive) }
      Route(SessionInbox.init(archive:session:)) {
        Service(.inbox)
        Scoped(to: UserSession.self)
      }
      Route({ @Sendable (inbox: any Inbox) in MemoryStore(name: inbox.user) }) {
        Service<any NoteStore>()
        Scoped(to: UserSession.self)
      }
    },
    Remedy(.asynchronousTransient, "Singleton()") {
      Route(DiskStorage.init) { Service(.storage) }
    } sound: {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    },
    Remedy(.unkeptLifecycle, "Singleton()") {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Starting { _ in }
      }
    } sound: {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Starting { _ in }
        Singleton()
      }
    },
  ]

  private static let others = [
    Remedy(.unmatchedProfile, "EntryPoint()") {
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    } sound: {
      When(.preview) {
        Route(SystemTime.self) {
          Service<any TimeSource>()
          EntryPoint()
        }
      }
    },
    Remedy(.missingURLParent, "URLPattern(\"notes://list/:folder\")") {
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://list/:folder/notes/:id", through: "notes://list/:folder")
      }
    } sound: {
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://list/:folder/notes/:id", through: "notes://list/:folder")
      }
      Route(Editor.self) {
        View<any PreviewInput>.as { EditorPreview($0) }
        URLPattern("notes://list/:folder")
      }
    },
  ]
}

@MainActor private final class EditorPreview: PreviewInput {
  init(_ editor: Editor) {}
}

@Suite("Remedies of diagnostics")
struct RemedyTests {
  private func diagnostics(_ routes: () -> Routes) -> [Diagnostic] {
    do throws(RegistryError) {
      // A profile's declarations are checked, whichever is picked.
      let registry = try Registry(profile: .preview) {
        When(.preview) {}
        routes()
      }
      return registry.diagnostics + registry.unreachableRoutes
    } catch {
      return error.diagnostics
    }
  }

  @Test(arguments: Remedy.all)
  fileprivate func `the code that a remedy suggests compiles and is sound`(_ remedy: Remedy) throws {
    let found = diagnostics(remedy.broken).filter { $0.code == remedy.code }
    let text = found.compactMap(\.remedy).joined(separator: "\n")
    #expect(text.contains(remedy.written), "\(text)")
    let after = diagnostics(remedy.sound)
    #expect(after.filter { $0.code == remedy.code || $0.severity == .error } == [])
    // The type-checked declarations contain the code of the message, which the broken ones lack.
    let source = try String(contentsOfFile: #filePath, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let declarations = source[remedy.line...].prefix { $0 != "    }," }.split { $0 == "    } sound: {" }
    try #require(declarations.count == 2)
    let counts = declarations.map { $0.joined(separator: "\n").components(separatedBy: remedy.written).count }
    #expect(counts[1] > counts[0], "\(counts)")
  }
}
