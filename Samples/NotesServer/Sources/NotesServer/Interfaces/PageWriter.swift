import Foundation
import Hummingbird
import Mustache
import Waymark

/// The frame of all pages, which doesn't depend on the request.
final class Frame: Sendable {
  let templates: MustacheLibrary
  let menu: [MenuItem]
  let links: Links
  let home, account, logOut, search, logIn, registration: String

  init(templates: MustacheLibrary, menu: [MenuItem], links: Links) throws {
    (self.templates, self.menu, self.links) = (templates, menu, links)
    (home, account, logOut) = (
      try links(HomeAddress()), try links(AccountAddress()), try links(LogOutAddress())
    )
    (search, logIn, registration) = (
      try links(SearchAddress()), try links(LogInAddress()), try links(RegistrationAddress())
    )
  }
}

/// Writes whole pages: the part of a module in the frame of the site.
struct PageWriter: Sendable {
  /// The problem with the form that was sent, while its page is shown again.
  @TaskLocal static var problem: HTTPError?

  let frame: Frame
  let request: PageRequest

  var links: Links { frame.links }
  var form: Form { request.form }
  var user: User { get throws { try request.user } }

  /// Returns a page with values in a template, with the values of the frame, and with the problem of its form.
  func page(
    _ title: String, _ template: String, _ values: [String: Any] = [:], _ status: HTTPResponse.Status = .ok,
    fields: HTTPFields = [:]
  ) throws -> Response {
    let problem = Self.problem
    var values = values
    (values["title"], values["form"]) = (title, form.values)
    (values["formToken"], values["home"]) = (request.secret.formToken, frame.home)
    values["problem"] = problem?.body
    if problem == nil, let name = request.request.uri.queryParameters["notice"] {
      values["notice"] = Notice.allCases.first { "\($0)".utf8.elementsEqual(name.utf8) }?.rawValue
    }
    if let user = request.session?.user {
      (values["user"], values["account"]) = (user.name, frame.account)
      (values["logOut"], values["search"]) = (frame.logOut, frame.search)
      let path = request.request.uri.path
      values["menu"] = frame.menu.filter { $0.access != .administrators || user.isAdministrator }.map {
        ["title": $0.title, "link": $0.link, "isCurrent": $0.link == path] as [String: Any]
      }
    } else {
      values["logIn"] = frame.logIn
      if request.isRegistrationOpen { values["registration"] = frame.registration }
    }
    values["content"] = try frame.templates.render(template, values)
    let text = try frame.templates.render("frame", values)
    return .text(text, "text/html; charset=utf-8", problem?.status ?? status, fields: fields)
  }

  /// Returns a page about a problem, with the text of the form so that nothing is lost.
  func page(about problem: HTTPError) throws -> Response {
    let title = problem.status.reasonPhrase
    let values: [String: Any] = [
      "sentence": problem.body ?? title, "needsLogIn": problem.status == .unauthorized,
      "hasDraft": !form.draft.isEmpty, "draft": form.draft,
    ]
    return try page(title, "problem", values, problem.status, fields: problem.headers)
  }

  func redirect(to address: some PageAddress, notice: Notice? = nil) throws -> Response {
    .redirect(to: try links(address, notice: notice))
  }

  static func time(_ date: Date) -> [String: String] {
    let text = date.formatted(.iso8601)
    return ["iso": text, "text": text.prefix(16).replacing("T", with: " ") + " UTC"]
  }

  static func count(_ notes: Int) -> String { notes == 1 ? "1 note" : "\(notes) notes" }

  func items(_ notes: [NoteSummary]) throws -> [[String: Any]] {
    try notes.map { note in
      [
        "link": try links(NoteAddress(note: note.id)), "title": note.title, "excerpt": note.excerpt,
        "isPinned": note.isPinned, "changed": Self.time(note.changed),
      ]
    }
  }
}

/// Escapes HTML, byte by byte.
///
/// Mustache's own type compares characters. That takes long for a character with many marks.
private struct EscapedBytes: MustacheContentType {
  func escapeText(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The templates of all pages: `{{ }}` escapes HTML.
extension MustacheLibrary {
  @concurrent static func open() async throws -> MustacheLibrary {
    MustacheContentTypes.register(EscapedBytes(), named: "BYTES")
    let folder = Bundle.module.bundleURL.appending(path: "Templates")
    var library = MustacheLibrary()
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let name = file.deletingPathExtension().lastPathComponent
      try library.register("{{% CONTENT_TYPE: BYTES}}\(text)", named: name)
    }
    return library
  }

  func render(_ name: String, _ values: Any) throws -> String {
    guard let text = render(values, withTemplate: name) else {
      throw HTTPError(.internalServerError, message: "There is no template \(name).")
    }
    return text
  }
}

extension RoutableService<PageWriter> { static var pageWriter: Self { declared() } }
