import NotesApp
import Testing
import Waymark

private struct Session: RouteScope {}
private struct Window: RouteScope { typealias Outer = Session }

private protocol Inbox: Sendable {}

private final class MailInbox: Inbox {
  init(session: Session) {}
}

private struct Reader: Sendable {
  init(inbox: any Inbox) {}
}

private final class Drafts: Sendable {
  init() {}
}

private final class Pool: Sendable {
  init() {}
}

extension RoutableService<any Inbox> { fileprivate static var inbox: Self { declared() } }
extension RoutableService<Reader> { fileprivate static var reader: Self { declared() } }
extension RoutableService<Drafts> { fileprivate static var drafts: Self { declared() } }
extension RoutableService<Pool> { fileprivate static var pool: Self { declared() } }

@Suite("The report of the why command")
struct WhyReportTests: RouteVocabulary {
  private func report(_ name: String) throws -> String {
    let registry = try Registry {
      Route(MailInbox.init(session:)) {
        Service(.inbox)
        Scoped(to: Session.self)
      }
      Route(Reader.init(inbox:)) { Service(.reader) }
      Route(Drafts.init) {
        Service(.drafts)
        WeaklyShared()
        Scoped(to: Window.self)
      }
      Route(Pool.init) {
        Service(.pool)
        Singleton()
      }
    }
    return "\(try WhyReport(name, in: registry.graph))"
  }

  @Test func `the report lists a scope's instances and inner scopes`() throws {
    #expect(
      try report("Session") == """
        NotesTests.Session is a scope
          needed by NotesTests.MailInbox → NotesTests.Session
          needed by NotesTests.Reader → NotesTests.MailInbox → NotesTests.Session
          needed by NotesTests.Drafts → NotesTests.Window → NotesTests.Session
          needed by NotesTests.Window → NotesTests.Session
        """)
  }

  @Test(arguments: [
    ("inbox", "NotesTests.MailInbox provides Service(.inbox), scoped to Session"),
    ("Reader", "NotesTests.Reader provides Service(.reader)"),
    ("Drafts", "NotesTests.Drafts provides Service(.drafts), weakly shared, scoped to Window"),
    ("Pool", "NotesTests.Pool provides Service(.pool), a singleton"),
  ])
  func `the lifetime follows the provided tokens`(name: String, expected: String) throws {
    #expect(try report(name).split(separator: "\n").first.map(String.init) == expected)
  }

  @Test func `the known names include scopes`() {
    let error = #expect(throws: WhyReport.UnknownName.self) { try report("Printer") }
    #expect(error?.known.contains("Session") == true)
  }
}
