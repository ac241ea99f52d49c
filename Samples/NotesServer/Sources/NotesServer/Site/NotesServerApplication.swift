import Hummingbird
import Logging
import Mustache
import Waymark

extension Profile { static let development = Profile("development") }

struct NotesServerApplication: RouteModule {
  /// The storage here or elsewhere, the only difference between one process and several.
  let storage: any RouteModule
  let settings: SiteSettings
  var logger = Logger(label: "notes-server")

  var routes: Routes {
    storage
    AccountsModule()
    NotesModule(searches: settings.changes)
    SharingModule(domain: settings.domain)
    AdminModule()
    SiteModule(settings: settings, logger: logger)
    When(.development) {
      Route(SampleData.init(storage:hasher:)) {
        Service<SampleData>(.own)
        Singleton()
        EntryPoint()
        Starting { try await $0.add() }
      }
    }
    ObservesLifecycle(slowAfter: .seconds(5)) { [logger] in logger.debug("\($0)") }
  }
}

/// The frame of all pages, their links, and the options of the site.
struct SiteModule: RouteModule {
  let settings: SiteSettings
  let logger: Logger

  var routes: Routes {
    Route({ [settings] in settings }) { Service(.siteSettings) }
    Route({ [logger] in logger }) { Service(.logger) }
    Decorates(.storage) { [logger] in LoggedStorage(inner: $0, logger: logger) }
    Route({ (registry: Registry) in Links(registry: registry) }) {
      Service(.links)
      Singleton()
    }
    Route(MustacheLibrary.open) {
      Service<MustacheLibrary>(.own)
      Singleton()
    }
    Route(Frame.init(templates:menu:links:)) {
      Service<Frame>(.own)
      Singleton()
      Eager()
    }
    Route(PageWriter.init(frame:request:)) { Service(.pageWriter) }
  }
}

/// Logs the failures of any storage, with their reasons, which visitors don't learn.
struct LoggedStorage: NotesStorage {
  let inner: any NotesStorage
  let logger: Logger

  func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    do { return try await inner.perform(call) } catch StorageProblem.unavailable(let reason) {
      logger.error("the storage failed", metadata: ["call": "\(Call.name)", "reason": "\(reason)"])
      throw StorageProblem.unavailable(reason)
    }
  }
}

extension RoutableService<Logger> { static var logger: Self { declared() } }

struct SampleData: Sendable {
  static let password = "correct horse"

  let storage: any NotesStorage
  let hasher: PasswordHasher

  /// Adds the accounts `ann`, who administers the application, and `bob`, unless there are any.
  func add() async throws {
    guard try await storage.perform(ListUsers()).isEmpty else { return }
    let hash = try await hasher.hash(Self.password)
    let ann = try await storage.perform(AddAccount(name: "ann", passwordHash: hash))
    try await storage.perform(AddAccount(name: "bob", passwordHash: hash))
    let garden = RandomID.make()
    try await storage.perform(NameFolder(id: garden, name: "Garden", user: ann.id, isNew: true))
    for (title, text, folder) in [
      ("Shopping", "Bread, cheese, a map.", nil),
      ("Reading", "The chapter about routers, and the one about scopes.", nil),
      ("Beans", "Sow in May, when the nights are warm.\nWater in the morning.", garden),
      ("Roses", "Prune in February.", garden),
    ] {
      try await storage.perform(SaveNote(note: Note(folder: folder, title: title, text: text), user: ann.id))
    }
  }
}
