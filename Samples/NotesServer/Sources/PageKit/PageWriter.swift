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
  ///   - status: The status of the response.
  ///   - problem: A sentence that's shown above the main part.
  public func page(
    _ title: String, _ template: String, _ values: [String: Any], status: HTTPResponse.Status = .ok,
    problem: String? = nil
  ) throws -> Reply {
    var values = values
    values["formToken"] = session.formToken
    var frame: [String: Any] = [
      "title": title, "content": try templates.render(template, values), "home": links.fixed.home,
      "styleSheet": links.fixed.styleSheet, "script": links.fixed.script, "icon": links.fixed.icon,
      "formToken": session.formToken,
    ]
    frame["problem"] = problem
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

extension Routables {
  /// Writes whole pages.
  public var pageWriter: RoutableService<PageWriter> { declared() }
}
