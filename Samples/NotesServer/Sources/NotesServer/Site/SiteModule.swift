import Hummingbird
import Waymark

/// The frame of all pages, their links, and the options of the site.
struct SiteModule: RouteModule {
  private let settings: SiteSettings

  init(_ settings: SiteSettings) { self.settings = settings }

  var routes: Routes {
    Route(SiteSettings.self) {
      Service(.siteSettings)
    } make: { [settings] in
      settings
    }
    Route({ (registry: Registry) in Links(registry: registry) }) {
      Service(.links)
      Singleton()
    }
    Route(TemplateLibrary.open) {
      Service(.templateLibrary)
      Singleton()
      Eager()
    }
    Route(PageWriter.init(templates:session:request:menu:links:settings:)) { Service(.pageWriter) }
    Serves(
      AssociationFile.init(address:settings:registry:), at: "/.well-known/apple-app-site-association")
  }
}

/// Apple's file that associates the domain with an application.
struct AssociationFile: Page {
  struct Address: PageAddress {}

  static let access = Access.everybody
  let address: Address
  let settings: SiteSettings
  let registry: Registry

  func get() throws -> Response {
    let text = try registry.associatedDomains(appIDs: settings.appIDs, host: settings.domain)
    return Response(
      status: .ok, headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
