import HTTPTypes
import PageKit
import ServerInterfaces
import Waymark

/// Sharing notes by links that can't be guessed.
public struct SharingModule: RouteModule {
  private let domain: String

  /// Creates the module.
  ///
  /// - Parameter domain: The domain whose links a system opens in the application for it.
  public init(domain: String) { self.domain = domain }

  /// The pages, and the entry of the menu.
  public var routes: Routes {
    Route(
      NoteSharingPage.init(address:shares:member:request:pages:links:),
      configuration: { NoteSharingAddress() }
    ) {
      ServiceModule(.noteSharingPage)
      URLPattern(for: NoteSharingAddress.self, "/notes/\(\.note)/share")
    }
    Route(
      SharesPage.init(address:shares:member:request:pages:links:),
      configuration: { PlainAddress<PlainPage.Shares>() }
    ) {
      ServiceModule(.sharesPage)
      URLPattern(for: PlainAddress<PlainPage.Shares>.self, "/shared")
    }
    Route(SharedNotePage.init(address:shares:request:pages:), configuration: { SharedNoteAddress() }) {
      ServiceModule(.sharedNotePage)
      URLPattern(for: SharedNoteAddress.self, "/shared/\(\.token)")
      URLPattern("https://\(domain)/shared/:token")
    }
    Route(PublicPage.self) {
      Contributes(to: .publicPages)
    } make: {
      PublicPage("/shared/:token")
    }
    Route(MenuItem.shares(links:)) { Contributes(to: .menuItems, as: "shares", order: 3) }
    for (name, text) in [
      ("note-sharing", noteSharingTemplate), ("shares", sharesTemplate), ("shared-note", sharedNoteTemplate),
    ] {
      Route(TemplateSource.self) {
        Contributes(to: .templates, as: name)
      } make: {
        TemplateSource(name, text)
      }
    }
  }
}

extension MenuItem {
  fileprivate static func shares(links: any Links) -> MenuItem {
    MenuItem(title: "Shared", link: links.fixed.shares)
  }
}

extension HTTPField.Name {
  static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
}

let noteSharingTemplate = """
  <h1>Share a note</h1>
  {{#link}}
  <p>Everybody who has this link can read the note:</p>
  <p><a class="share" href="{{link}}">{{link}}</a></p>
  <form action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <input type="hidden" name="action" value="end">
  <button class="danger">Stop sharing</button>
  </form>
  {{/link}}
  {{^link}}
  <form action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <p>The note gets a link that nobody can guess. Everybody who has it can read the note, until you stop sharing.</p>
  <button>Share by link</button>
  </form>
  {{/link}}
  <p><a href="{{back}}">Back to the note</a> · <a href="{{shares}}">All shared notes</a></p>
  """

let sharesTemplate = """
  <h1>Shared notes</h1>
  {{#isEmpty}}<p>You share no notes.</p>{{/isEmpty}}
  <ul class="list">
  {{#shares}}<li><a href="{{note}}">{{title}}</a>
  <p><a href="{{link}}">Link for others</a> · <a href="{{sharing}}">Change</a></p></li>
  {{/shares}}
  </ul>
  """

let sharedNoteTemplate = """
  <article><h1>{{title}}</h1>
  <p class="quiet">Shared by {{owner}}, changed {{changed}}</p>
  <pre>{{text}}</pre></article>
  """
