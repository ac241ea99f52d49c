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

/// The declarations of a diagnostic's example after its remedy was applied, which the compiler type-checks with this
/// file.
struct Remedy: RouteVocabulary, CustomTestStringConvertible {
  let code: Diagnostic.Code
  /// The code that the remedy says to write, up to a placeholder such as an ellipsis.
  let written: String
  let sound: @Sendable () -> Routes
  let line: Int

  init(
    _ code: Diagnostic.Code, _ written: String, line: Int = #line,
    @RoutesBuilder sound: @escaping @Sendable () -> Routes
  ) {
    (self.code, self.written, self.sound, self.line) = (code, written, sound, line)
  }

  var testDescription: String { "\(code): \(written)" }

  static let all: [Remedy] = routes + requirements + lifetimes + others

  private static let routes = [
    Remedy(.notConforming, "View<any PreviewInput>.as {") {
      Route(Editor.self) { View<any PreviewInput>.as { EditorPreview($0) } }
    },
    Remedy(.nothingProvided, "View<") {
      Route(Editor.self) {
        if Bool(false) { RoutableView<any EditorInput>() }
        View<any EditorInput>()
      }
    },
    Remedy(.missingConfiguration, "Route(Editor.self, configuration: ") {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    },
    Remedy(.requiredConfiguration, "configuration: { EditorConfiguration(") {
      Route(Editor.self, configuration: { EditorConfiguration() }) {
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
      } make: { _, _ in
        Editor()
      }
    },
    Remedy(.unreachableRoute, "EntryPoint()") {
      Route(Editor.self) {
        View<any EditorInput>()
        EntryPoint()
      }
    },
  ]

  private static let requirements = [
    Remedy(.missingRequirement, "Service<any NoteStore>()") {
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
      Route(HeadingEditor.self) {
        View<any HeadingInput>()
      } make: { routes in
        HeadingEditor(try routes(View<any EditorInput>()))
      }
    },
    Remedy(.danglingDecorator, "Service(.notes)") {
      Decorates(.notes) { $0 }
      Route(MemoryStore.self) { Service(.notes) }
    },
    Remedy(.danglingAdapter, "Service<any NoteStore>()") {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    },
  ]

  private static let lifetimes = [
    Remedy(.captiveDependency, "Singleton()") {
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
        Accepts(.captiveDependency, because: "the session is never replaced")
      }
    },
    Remedy(.captiveDependency, "router") {
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
        Scoped(to: UserSession.self)
      }
    },
    Remedy(.asynchronousTransient, "Singleton()") {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    },
    Remedy(.unkeptLifecycle, "Singleton()") {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Starting { _ in }
        Singleton()
      }
    },
  ]

  private static let others = [
    Remedy(.unmatchedProfile, "EntryPoint()") {
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
      Route(Editor.self) {
        View<any PreviewInput>.as { EditorPreview($0) }
        URLPattern("notes://list/:folder")
      }
    },
  ]
}

@MainActor private final class EditorPreview: PreviewInput { init(_ editor: Editor) {} }

@MainActor
@Suite("Remedies of diagnostics")
struct RemedyTests {
  @Test(arguments: Remedy.all)
  fileprivate func `the code that a remedy suggests compiles and is sound`(_ remedy: Remedy) throws {
    let example = try DiagnosticExample.of(remedy.code)
    #expect(try example.remedies().contains { $0.contains(remedy.written) })
    #expect(sound(remedy).filter { $0.code == remedy.code || $0.severity == .error } == [])
    // The type-checked declarations contain the code of the message, which the example's lack.
    let sources = [try example.source(), try caseSource(#filePath, line: remedy.line + 1)]
    let counts = sources.map { $0.components(separatedBy: remedy.written).count }
    #expect(counts[1] > counts[0], "\(counts)")
  }

  /// A profile's declarations are checked, whichever is picked.
  private func sound(_ remedy: Remedy) -> [Diagnostic] {
    do throws(RegistryError) {
      let registry = try Registry(profile: .preview) {
        When(.preview) {}
        remedy.sound()
      }
      return registry.diagnostics + registry.unreachableRoutes
    } catch {
      return error.diagnostics
    }
  }
}
