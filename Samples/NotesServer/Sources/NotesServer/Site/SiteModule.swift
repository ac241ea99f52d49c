import Hummingbird
import Logging
import Mustache
import Waymark

/// The frame of all pages, their links, the open sessions, and the options of the site.
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
    Route({ (registry: Registry) in ScopeCache<String, Session>(in: registry) }) {
      Service(.sessions)
      Singleton()
      Stopping { await $0.closeAll() }
    }
    Route(MustacheLibrary.open) {
      Service<MustacheLibrary>(.own)
      Singleton()
      Eager()
    }
    Route(PageWriter.init(templates:session:request:menu:links:)) { Service(.pageWriter) }
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
extension RoutableService<ScopeCache<String, Session>> { static var sessions: Self { declared() } }
