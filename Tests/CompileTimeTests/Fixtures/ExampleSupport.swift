// What the examples in documentation comments use. Declarations that an example itself makes aren't repeated here:
// the tokens of EditorInput, NoteStore, EditorModuleConfig, and ImportModuleConfig, and some names.
import Foundation
import Testing
import Waymark
import WaymarkSystem
import WaymarkTesting

@MainActor protocol EditorInput: AnyObject { var title: String { get set } }
@MainActor protocol RequiredEditorInput: AnyObject { var heading: String { get set } }
@MainActor protocol PreviewInput: AnyObject { var zoom: Int { get set } }
@MainActor protocol NoteListInput: AnyObject {}
@MainActor protocol FolderPicker: AnyObject { var onPick: ((String?) -> Void)? { get set } }
@MainActor protocol PickerModule { var onPick: ((String?) -> Void)? { get set } }
@MainActor protocol LoginInput: AnyObject {}
@MainActor protocol Screen {}
@MainActor protocol EditorModuleConfig { var note: Int { get set } }
protocol ImportModuleConfig { var source: String { get set } }
protocol NoteStore: AnyObject, Sendable { var name: String { get set } }
extension NoteStore {
  var name: String {
    get { "" }
    set {}
  }
}
protocol TimeSource: Sendable {}
protocol Clock: Sendable {}
protocol Cache: AnyObject, Sendable {}
protocol SessionState: Sendable {}
protocol Database: Sendable {}
protocol Jobs: Sendable {}
protocol Metrics: Sendable {}
protocol Server: Sendable { func serve() async throws }
@MainActor protocol Splash: AnyObject {}

extension RoutableView<any RequiredEditorInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any PreviewInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any NoteListInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any FolderPicker> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableViewModule<any PickerModule> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any LoginInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any Screen> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any TimeSource> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Clock> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Cache> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any SessionState> { init() { self.init(declaredProtocol: Protocol.self) } }

extension RoutableView<any RequiredEditorInput> { static var requiredEditor: Self { declared() } }
extension RoutableView<any LoginInput> { static var login: Self { declared() } }
extension RoutableView<any PreviewInput> { static var preview: Self { declared() } }
extension RoutableView<any FolderPicker> { static var folderPicker: Self { declared() } }
extension RoutableViewModule<any PickerModule> { static var pickerModule: Self { declared() } }
extension RoutableView<any NoteListInput> { static var noteList: Self { declared() } }
extension RoutableService<any NoteStore> { static var notes: Self { declared() } }
extension RoutableService<any NoteStore> { static var primary: Self { declared() } }
extension RoutableService<any NoteStore> { static var replica: Self { declared() } }
extension RoutableService<String> { static var apiKey: Self { declared() } }
extension RoutableService<Comparison> { static var comparison: Self { declared() } }
extension RoutableViewModule<any EditorModuleConfig> { static var editorModule: Self { declared() } }
extension RoutableServiceModule<any ImportModuleConfig> { static var importModule: Self { declared() } }
extension RoutableService<any Database> { static var database: Self { declared() } }
extension RoutableService<any Jobs> { static var jobs: Self { declared() } }
extension RoutableService<any Metrics> { static var metrics: Self { declared() } }
extension RoutableService<any Server> { static var server: Self { declared() } }
extension RoutableView<any Splash> { static var splash: Self { declared() } }

// MARK: - Destinations

@MainActor final class Editor: EditorInput, ViewDestination {
  var title = ""
  init() {}
  init(id: Int) {}
  init(note: Int) {}
  init(store: any NoteStore) {}
  init(store: any NoteStore, time: any TimeSource) {}
  init(preview: any PreviewInput) {}
  init(configuration: EditorConfiguration) {}
}
@MainActor final class HeadingEditor: RequiredEditorInput {
  var heading = ""
  init(_ editor: any EditorInput) {}
}
@MainActor final class NoteList: NoteListInput {
  @Routed(.editor) var editor
  init(editors: ModuleViewRouter<any EditorModuleConfig>) {}
}
@MainActor final class HomeScreen: Screen, ViewDestination {}
struct EditorConfiguration: EditorModuleConfig {
  var note = 0
  var id = 0
}
struct ImportConfiguration: ImportModuleConfig { var source = "" }
final class MemoryStore: NoteStore {}
final class NoteForm {}
final class FixedStore: NoteStore {}
final class Archive: NoteStore {
  init(time: any TimeSource) {}
  init(source: String) {}
}
struct SystemTime: TimeSource, ServiceDestination {}
@MainActor final class SheetPicker: FolderPicker { var onPick: ((String?) -> Void)? }
@MainActor final class ListPicker: FolderPicker { var onPick: ((String?) -> Void)? }
@MainActor struct NotFound: ViewDestination {
  init() {}
  init(name: String) {}
}
@MainActor final class NavigationFrame { init(_ content: AnyObject) {} }
@MainActor final class SplitPane {
  static let main = SplitPane()
  func show(_ view: Any) {}
  func clear() {}
}
struct OpenNoteConfiguration {
  var folder = "inbox"
  var id = 0
  var page: Int?
}
struct SystemClock: Clock {}
struct FakeClock: Clock {}
final class ImageCache: Cache {}
struct User: Sendable {}
final class SessionCache: Cache { init(user: User) {} }

// MARK: - Clients and values

struct DataClient: Sendable {
  var load: @Sendable (String) async throws -> [UInt8]
  var save: @Sendable ([UInt8], String) async throws -> Void
  var limit = 1
}
struct SearchClient: Sendable {
  mutating func answer(_ count: Int, to text: String) {}
}
struct Reminders: Sendable {
  func next() async throws -> String { "" }
}
struct Entry {
  var id = UUID()
  var text = ""
  var date = Date()
}
struct JournalModule: RouteModule { var routes: Routes {} }
extension RoutableService<DataClient> { static var dataClient: Self { declared() } }
extension RoutableService<SearchClient> { static var searchClient: Self { declared() } }
extension RoutableService<Reminders> { static var reminders: Self { declared() } }

// MARK: - Scopes

struct Session: RouteScope, SessionState { let user: String }
struct Request: RouteScope {
  typealias Outer = Session
  let path: String
}

struct Visit: RouteScope { typealias Outer = Session? }
struct LoadedProfile: Sendable {}
actor Transaction {
  init(clock: any Clock) async throws {}
  func commit() async throws {}
  func rollback() async {}
}
func loadProfile(session: Session?) async throws -> LoadedProfile { LoadedProfile() }
extension RoutableService<LoadedProfile> { static var profile: Self { declared() } }
extension RoutableService<Transaction> { static var transaction: Self { declared() } }

protocol Inbox: AnyObject, Sendable { func count() -> Int }
protocol Handler: Sendable { func run() async throws }
protocol Chat: AnyObject, Sendable {}
protocol ChatSettings { var number: Int { get set } }
protocol Welcome {}
extension RoutableService<any Welcome> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Inbox> { static var inbox: Self { declared() } }
extension RoutableService<any Handler> { static var handler: Self { declared() } }
extension RoutableService<any Chat> { static var chat: Self { declared() } }
extension RoutableServiceModule<any ChatSettings> { static var roomSettings: Self { declared() } }

final class MailInbox: Inbox {
  init(store: any NoteStore, session: Session) {}
  func count() -> Int { 0 }
}
struct MailHandler: Handler {
  init(inbox: any Inbox, request: Request) {}
  func run() async throws {}
}
struct RoomSettings: ChatSettings { var number = 0 }
final class ChatRoom: Chat { init(settings: RoomSettings, clock: any Clock) {} }
struct Greeting: Welcome { let user: String }
struct MailModule: RouteModule { var routes: Routes {} }

// MARK: - Modules and their surroundings

struct EditorModule: RouteModule { var routes: Routes {} }
struct StorageModule: RouteModule { var routes: Routes {} }
struct SyncModule: RouteModule { var routes: Routes {} }
struct LaunchModule: RouteModule { var routes: Routes {} }
struct DebugModule: DiscoverableModule { var routes: Routes {} }
extension Registry { static func application() throws -> Registry { try Registry { EditorModule() } } }
struct AccessDenied: Error {}
actor Account { var isLoggedIn: Bool { true } }
let account = Account()
struct TooManyScreens: Error {}
struct BrowsingSession { let isOpen = true }
let session = BrowsingSession()

@MainActor protocol EditorSettings { var page: Int { get set } }
@MainActor protocol RequiredSettings { var chapter: Int { get set } }
struct SettingsProxy: RequiredSettings {
  var settings: any EditorSettings
  var chapter: Int {
    get { settings.page }
    set { settings.page = newValue }
  }
}
extension RoutableViewModule<any EditorSettings> { static var editorSettings: Self { declared() } }
extension RoutableViewModule<any RequiredSettings> { static var requiredSettings: Self { declared() } }
struct Log: Sendable { func error(_ text: String) {} }
let log = Log()
protocol HealthCheck: Sendable { func check() async -> Bool }
extension HealthCheck { func check() async -> Bool { true } }
struct DiskCheck: HealthCheck {}
struct ClockCheck: HealthCheck { let clock: any Clock }
struct FakeCheck: HealthCheck {}
protocol Report: Sendable {}
struct HealthReport: Report {
  init(checks: [any HealthCheck]) {}
  init(lazily: Contributions<any HealthCheck>) {}
}
@MainActor protocol SettingsPane: AnyObject {}
@MainActor final class SettingsScreen: Screen { init(panes: [any SettingsPane]) {} }
extension RoutableServices<any HealthCheck> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableViews<any SettingsPane> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Report> { init() { self.init(declaredProtocol: Protocol.self) } }
struct FixedClock: Clock {}
final class CachedNotes: NoteStore {
  init(inner: any NoteStore) {}
  init(inner: any NoteStore, clock: any Clock) {}
}
final class DiskStore: NoteStore { init(clock: any Clock) {} }
final class SampleStore: NoteStore {}
struct Comparison: Sendable {
  init(main: any NoteStore, copy: any NoteStore, key: String, clock: any Clock) {}
}
struct Theme: Sendable {}
@MainActor final class FramedEditor: EditorInput {
  var title = ""
  init(_ editor: any EditorInput) {}
  init(_ editor: any EditorInput, theme: Theme) {}
}
struct ShopModule: RouteModule { var routes: Routes {} }
actor FileDatabase: Database {
  static func load() async throws -> FileDatabase { FileDatabase() }
  static func open(clock: any Clock) async throws -> FileDatabase { FileDatabase() }
  init() {}
  init(clock: any Clock) async throws {}
  func migrate() async throws {}
  func close() {}
}
final class JobQueue: Jobs {
  init(database: any Database) {}
  func begin() async throws {}
  func drain() async {}
}
struct Counters: Metrics { let clock: any Clock }
@MainActor final class Picture: Splash {
  static func load() async throws -> Picture { Picture() }
  init() {}
  init(clock: any Clock) async throws {}
}
struct DatabaseModule: RouteModule { var routes: Routes {} }
func requireLogin(_ attempt: RouteAttempt) async throws -> RouteDecision { .proceed }
@MainActor func observer(_ event: RouteEvent) {}
@MainActor final class StackPresenter: RoutePresenter {
  func validate(_ transition: RouteTransition) throws(RouteError) {}
  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {}
  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {}
}

/// The surroundings of an example that's a function.
@MainActor class ExampleOfAFunction {
  var stack: [Any] = []
  var shown: [RouteTransition] = []
  let tabs = ["inbox"]
  var selectedTab: String?
  init() {}
  func invokeTest() {}
  func XCTFail(_ message: String) {}
}

/// The surroundings of an example that consists of statements.
@MainActor class ExampleOfStatements {
  let registry: Registry
  let testRegistry: Registry
  let window: RecordingWindow
  let editor: ActiveRoute<any EditorInput>
  let list: NoteList
  let plan: RoutePlan
  let parameters: URLParameters
  let graph: RouteGraph
  let earlier: RouteGraph
  let url: URL
  let navigator: Navigator
  let clock: TestClock
  let reminders: Reminders
  let now: Now
  let newID: NewID
  let random: RandomNumbers

  init() { preconditionFailure("the example is only compiled") }
}
