// Functions in place of closures, in each form of a route and of the other declarations that take closures. They
// compile in Swift 6 mode, and in Swift 5 mode with `InferSendableFromCaptures`.
import Waymark

struct DraftConfiguration { var text = "" }
extension RoutableServiceModule<DraftConfiguration> { static var draftConfiguration: Self { declared() } }
extension RoutableViewModule<any EditorModuleConfig> { static var functionsModule: Self { declared() } }

func asStore(_ store: MemoryStore) -> any NoteStore { store }
func makeStore(_ resolver: Resolver) throws -> MemoryStore { MemoryStore() }
func openStore() async throws -> MemoryStore { MemoryStore() }
func prepareStore(_ store: inout MemoryStore, _ resolver: Resolver) throws {}
func prepareTime(_ time: inout SystemTime, _ resolver: Resolver) throws {}
func makeDraft(_ draft: DraftConfiguration, _ resolver: Resolver) throws -> PlainDraft {
  PlainDraft(text: draft.text)
}
func prepareDraft(_ draft: inout PlainDraft, _ configuration: DraftConfiguration, _ resolver: Resolver) throws
{}
func readDraft(_ parameters: URLParameters, _ configuration: inout DraftConfiguration) throws {}
func report(_ error: RouteError) {}

struct ServiceFunctionsModule: RouteModule {
  var routes: Routes {
    ReportsErrors(report)
    Route(MemoryStore.init) { Service<any NoteStore>.as(asStore) }
    Route(MemoryStore.self, { Service<any NoteStore>() }, make: MemoryStore.init, prepare: prepareStore)
    Route(MemoryStore.self, { Service<any NoteStore>() }, make: makeStore, prepare: prepareStore)
    Route(
      MemoryStore.self,
      {
        Service<any NoteStore>(); Singleton()
      }, make: openStore)
    Route(SystemTime.self, { Service<any TimeSource>() }, prepare: prepareTime)
    Route(
      PlainDraft.self, configuration: DraftConfiguration.init,
      {
        Service<any Draft>(); ServiceModule(.draftConfiguration); URLPattern("notes://draft")
      }, make: makeDraft,
      prepare: prepareDraft, open: readDraft)
  }
}

@MainActor func asEditor(_ editor: Editor) -> any EditorInput { editor }
@MainActor func addHeading(_ editor: any EditorInput) -> any RequiredEditorInput { HeadingEditor(editor) }
@MainActor func makeEditor(_ resolver: Resolver) throws -> Editor { Editor() }
@MainActor func prepareEditor(_ editor: inout Editor, _ resolver: Resolver) throws {
  editor.title = "prepared"
}
@MainActor func makeNote(_ note: EditorConfiguration, _ resolver: Resolver) throws -> Editor { Editor() }
@MainActor func prepareNote(_ editor: inout Editor, _ note: EditorConfiguration, _ resolver: Resolver) throws
{}
@MainActor func readNote(_ parameters: URLParameters, _ note: inout EditorConfiguration) throws {}
@MainActor func observe(_ event: RouteEvent) {}
@MainActor func decide(_ attempt: RouteAttempt) async throws -> RouteDecision { .proceed }

struct ViewFunctionsModule: RouteModule {
  var routes: Routes {
    Observes(observe)
    Intercepts(decide)
    Route(Editor.self, { View<any EditorInput>() }, make: makeEditor, prepare: prepareEditor)
    Route(Editor.self, { View<any EditorInput>() }, make: Editor.init, prepare: prepareEditor)
    Route(Editor.self, { View<any EditorInput>.as(asEditor) }, prepare: prepareEditor)
    Route(
      Editor.self, configuration: EditorConfiguration.init,
      {
        View<any EditorInput>(); ViewModule(.functionsModule); URLPattern("notes://note")
      }, make: makeNote,
      prepare: prepareNote, open: readNote)
    Adapter(View<any RequiredEditorInput>(), for: View<any EditorInput>(), addHeading)
  }
}
