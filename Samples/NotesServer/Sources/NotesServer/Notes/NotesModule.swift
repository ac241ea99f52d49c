import Hummingbird
import Synchronization
import Waymark

struct NotesModule: RouteModule {
  var searches = 300  // The number of searches that a user may make at once.

  var routes: Routes {
    Route(Notebook.init(storage:request:)) { Service(.notebook) }
    Decorates(.storage) { [searches] in CachedSearch(inner: $0, limiter: RateLimiter(burst: searches)) }
    Route(NotePages.init(notebook:pages:)) { Service<NotePages>(.own) }
    Serves(
      "/notes?folder=\(\.folder)&order=\(\.order)&page=\(\.page)&note=\(\.note)", menu: ("All notes", 1),
      get: NotePages.list)
    Serves("/notes/\(\.note)", get: NotePages.show)
    Serves("/notes/\(\.note)/edit", get: NotePages.edit, form: NotePages.change)
    Serves("/notes/new?folder=\(\.folder)", get: NotePages.new, form: NotePages.add)
    Serves("/notes/\(\.note)/pin", post: NotePages.pin)
    Serves("/notes/\(\.note)/delete", post: NotePages.delete)
    Serves("/notes/\(\.note)/restore", post: NotePages.restore)
    Serves("/search?words=\(\.words)", get: NotePages.search)
    Route(FolderPages.init(notebook:pages:)) { Service<FolderPages>(.own) }
    Serves("/folders", menu: ("Folders", 2), get: FolderPages.list, form: FolderPages.add)
    Serves("/folders/\(\.folder)/settings", get: FolderPages.settings, form: FolderPages.rename)
    Serves("/folders/\(\.folder)/delete", get: FolderPages.question, post: FolderPages.delete)
    Route(NoteResources.init(notebook:request:links:)) { Service<NoteResources>(.own) }
    Serves("/api/notes?page=\(\.page)", get: NoteResources.list, post: NoteResources.add)
    Serves(
      "/api/notes/\(\.note)", get: NoteResources.read, put: NoteResources.replace,
      delete: NoteResources.delete)
    Serves("/api/folders", get: NoteResources.folders, post: NoteResources.addFolder)
    Serves("/api/search?words=\(\.words)", get: NoteResources.find)
  }
}

final class Notebook: Sendable {
  private let storage: any NotesStorage
  private let user: String

  /// Creates the notebook of a request, or throws for a visitor, for whom no page of notes is made.
  init(storage: any NotesStorage, request: PageRequest) throws {
    (self.storage, user) = (storage, try request.user.id)
  }

  @discardableResult
  func callAsFunction<Call: StorageCall>(_ call: (_ user: String) -> Call) async throws -> Call.Answer {
    try await storage.perform(call(user))
  }

  func note(_ id: String) async throws -> Note { try await self { ReadNote(id: id, user: $0) } }

  func notes(folder: String? = nil, order: NoteOrder = .changed, page: Int?) async throws -> NoteList {
    guard (1...1_000_000).contains(page ?? 1) else { throw HTTPError.missing }
    let offset = ((page ?? 1) - 1) * Limits.page
    return try await self { ListNotes(user: $0, folder: folder, order: order, offset: offset) }
  }

  func save(_ note: Note) async throws -> Note {
    var note = note
    note.title = try Limits.line(note.title, "title", Limits.title)
    let text = note.text.utf8
    try HTTPError.check(text.count <= Limits.text, "The text has more than \(Limits.text) bytes.")
    try HTTPError.check(!text.contains(0), "The text has the character U+0000, which can't be stored.")
    return try await self { [note] in SaveNote(note: note, user: $0) }
  }

  func folders() async throws -> [Folder] { try await self { ListFolders(user: $0) } }

  func folder(_ id: String) async throws -> Folder {
    guard let folder = try await folders().first(where: { $0.id == id }) else { throw HTTPError.missing }
    return folder
  }

  func nameFolder(_ id: String? = nil, _ name: String) async throws -> Folder {
    let name = try Limits.label(name)  // Nobody else sees it.
    let folder = Folder(id: id ?? RandomID.make(), name: name, count: 0)
    try await self { NameFolder(id: folder.id, name: name, user: $0, isNew: id == nil) }
    return folder
  }

  func search(_ text: String, revision: Int) async throws -> NoteList? {  // Nil without words.
    try HTTPError.check(text.utf8.count <= Limits.words, "Search for at most \(Limits.words) bytes.")
    let words = text.split { !$0.isLetter && !$0.isNumber }.prefix(Limits.wordCount).map(String.init)
    if words.isEmpty { return nil }
    return try await self { FindNotes(words: words, user: $0, revision: revision, limit: Limits.page) }
  }
}

extension RoutableService<Notebook> { static var notebook: Self { declared() } }

/// Keeps answers of searches, which stay right until the user's revision changes, and limits other searches.
final class CachedSearch: NotesStorage {
  private let inner: any NotesStorage
  private let limiter: RateLimiter
  private let capacity: Int
  private let answers = Mutex<[FindNotes: NoteList]>([:])

  init(inner: any NotesStorage, limiter: RateLimiter, capacity: Int = 1000) {
    (self.inner, self.limiter, self.capacity) = (inner, limiter, capacity)
  }

  @discardableResult func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    guard let search = call as? FindNotes else { return try await inner.perform(call) }
    if let answer = answers.withLock({ $0[search] }) as? Call.Answer { return answer }
    try limiter.take(search.user, for: "searches")
    let answer = try await inner.perform(call)
    guard let list = answer as? NoteList else { return answer }
    answers.withLock { answers in
      if answers.count >= capacity { answers = [:] }
      answers[search] = list
    }
    return answer
  }
}
