import Waymark

/// Sharing notes by links that nobody can guess.
struct SharingModule: RouteModule {
  private let domain: String

  /// Creates the module.
  ///
  /// - Parameter domain: The domain of the links that Apple's systems open in an application.
  init(domain: String) { self.domain = domain }

  var routes: Routes {
    Serves(
      SharingPage.init(address:storage:member:pages:), at: "/notes/\(\.note)/share")
    Serves(SharesPage.init(address:storage:member:pages:), at: "/shared")
    Route(SharedNotePage.init(address:storage:pages:), configuration: { SharedNoteAddress() }) {
      ServiceModule(SharedNoteAddress.page)
      URLPattern(for: SharedNoteAddress.self, "/shared/\(\.token)")
      URLPattern("https://\(domain)/shared/:token")
    }
    Route(PageEntry.self) {
      Contributes(to: .pages, as: "SharedNotePage")
    } make: {
      PageEntry(SharedNotePage.self)
    }
    Route({ (links: Links) in MenuItem(title: "Shared", link: try links(SharesAddress())) }) {
      Contributes(to: .menuItems, as: "shares", order: 3)
      Singleton()
    }
  }
}
