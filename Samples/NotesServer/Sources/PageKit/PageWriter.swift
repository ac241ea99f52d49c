import HTTPTypes
import ServerInterfaces
import Waymark

/// Writes whole pages: a module's part in the frame that all pages share.
public struct PageWriter: Sendable {
  private let templates: TemplateLibrary
  private let session: Session
  private let request: Request
  private let menu: [MenuItem]
  private let links: any Links

  /// Creates the writer for one request.
  public init(
    templates: TemplateLibrary, session: Session, request: Request, menu: [MenuItem], links: any Links
  ) {
    self.templates = templates
    self.session = session
    self.request = request
    self.menu = menu
    self.links = links
  }

  /// The secret that each form has to contain.
  public var formToken: String { session.formToken }

  /// Returns a page.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - template: The name of the template of the page's main part.
  ///   - values: What the template is filled with.
  ///   - problem: What's wrong with the input: its sentence is shown above the main part, and the response has its
  ///     status.
  public func page(
    _ title: String, _ template: String, _ values: [String: Any], problem: PageProblem? = nil
  ) throws -> Reply {
    try page(title, template, values, status: problem?.status ?? .ok, sentence: problem?.description)
  }

  /// Returns a page about a problem, in place of the one that was requested.
  ///
  /// - Parameters:
  ///   - problem: The problem.
  ///   - message: The request. What a person wrote into its form is shown again, so that it isn't lost.
  public func page(about problem: PageProblem, with message: Message) throws -> Reply {
    let title = problem.status.reasonPhrase
    var values: [String: Any] = [
      "title": title, "sentence": problem.description, "home": links.fixed.home,
    ]
    let draft = message.form.draft
    values["hasDraft"] = !draft.isEmpty
    values["draft"] = draft.map { ["name": $0.name, "text": $0.text] }
    return try page(title, "problem", values, status: problem.status, sentence: nil)
  }

  private func page(
    _ title: String, _ template: String, _ values: [String: Any], status: HTTPResponse.Status,
    sentence: String?
  ) throws -> Reply {
    var values = values
    values["formToken"] = session.formToken
    var frame: [String: Any] = [
      "title": title, "content": try templates.render(template, values), "home": links.fixed.home,
      "styleSheet": links.fixed.styleSheet, "script": links.fixed.script, "icon": links.fixed.icon,
      "formToken": session.formToken,
    ]
    frame["problem"] = sentence
    if let user = session.user {
      frame["user"] = user.name
      frame["logOut"] = links.fixed.logOut
      frame["menu"] = menu.filter { !$0.isForAdministrators || user.isAdministrator }.map { item in
        ["title": item.title, "link": item.link, "isCurrent": item.link == request.message.path]
          as [String: Any]
      }
      frame["search"] = try links.search(nil)
    } else {
      frame["logIn"] = try links.logIn(next: nil)
      frame["registration"] = links.fixed.registration
    }
    return Reply(status, try templates.render("frame", frame), type: "text/html; charset=utf-8")
  }
}

extension RoutableService<PageWriter> {
  /// Writes whole pages.
  public static var pageWriter: Self { declared() }
}
