import ServerInterfaces

/// Links written by hand, as they would be without routes.
struct HandWrittenLinks: Links {
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
    fixed.styleSheet = "/assets/style.css"
    fixed.script = "/assets/app.js"
    fixed.icon = "/assets/icon.svg"
    self.fixed = fixed
  }

  func logIn(next: String?) -> String { next.map { "/login?next=\(Self.encode($0))" } ?? "/login" }
  func notes(page: Int?) -> String { page.map { "/notes?page=\($0)" } ?? "/notes" }
  func folder(_ folder: String, page: Int?) -> String {
    page.map { "/folders/\(Self.encode(folder))?page=\($0)" } ?? "/folders/\(Self.encode(folder))"
  }
  func folderSettings(_ folder: String) -> String { "/folders/\(Self.encode(folder))/settings" }
  func newNote(folder: String?) -> String {
    folder.map { "/notes/new?folder=\(Self.encode($0))" } ?? "/notes/new"
  }
  func note(_ note: String) -> String { "/notes/\(Self.encode(note))" }
  func noteDeletion(_ note: String) -> String { "/notes/\(Self.encode(note))/delete" }
  func noteSharing(_ note: String) -> String { "/notes/\(Self.encode(note))/share" }
  func search(_ words: String?) -> String { words.map { "/search?words=\(Self.encode($0))" } ?? "/search" }
  func sharedNote(_ token: String) -> String { "/shared/\(Self.encode(token))" }

  /// Encodes all but the unreserved characters of RFC 3986.
  private static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
