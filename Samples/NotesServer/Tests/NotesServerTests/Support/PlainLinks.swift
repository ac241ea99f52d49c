import ServerInterfaces

/// Links for a module alone, whose pages other modules would declare.
struct PlainLinks: Links {
  let fixed: FixedLinks

  init() {
    var fixed = FixedLinks()
    fixed.home = "/"
    fixed.registration = "/register"
    fixed.logOut = "/logout"
    fixed.folders = "/folders"
    fixed.shares = "/shared"
    fixed.administration = "/admin"
    fixed.graph = "/admin/graph.svg"
    fixed.health = "/health"
    self.fixed = fixed
  }

  func logIn(next: String?) -> String { Self.link("/login", next) }
  func notes(page: Int?) -> String { Self.link("/notes", page) }
  func folder(_ folder: String, page: Int?) -> String { Self.link("/folders/\(folder)", page) }
  func folderSettings(_ folder: String) -> String { "/folders/\(folder)/settings" }
  func newNote(folder: String?) -> String { Self.link("/notes/new", folder) }
  func note(_ note: String) -> String { "/notes/\(note)" }
  func noteDeletion(_ note: String) -> String { "/notes/\(note)/delete" }
  func noteSharing(_ note: String) -> String { "/notes/\(note)/share" }
  func search(_ words: String?) -> String { Self.link("/search", words) }
  func sharedNote(_ token: String) -> String { "/shared/\(token)" }

  private static func link(_ path: String, _ value: (some Any)?) -> String {
    value.map { "\(path)?\($0)" } ?? path
  }
}
