import HTTPTypes
import PageKit
import ServerInterfaces
import Waymark

/// The style sheet of all pages.
struct StyleSheet: Endpoint {
  let address: PlainAddress<PlainPage.StyleSheet>

  func respond() -> Reply { .asset(styleSheetText, type: "text/css; charset=utf-8") }
}

/// The script of all pages, without which they work too.
struct Script: Endpoint {
  let address: PlainAddress<PlainPage.Script>

  func respond() -> Reply { .asset(scriptText, type: "text/javascript; charset=utf-8") }
}

/// Apple's file that associates the domain with an application.
struct AssociationFile: Endpoint {
  let address: PlainAddress<PlainPage.AssociationFile>
  let settings: WebSettings
  let registry: Registry

  func respond() throws -> Reply {
    .asset(
      try registry.associatedDomains(appIDs: settings.appIDs, host: settings.domain), type: "application/json"
    )
  }
}

extension Reply {
  fileprivate static func asset(_ text: String, type: String) -> Reply {
    var reply = Reply(.ok, text, type: type)
    reply.fields[.cacheControl] = "public, max-age=300"
    return reply
  }
}
