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

/// The icon that browsers show beside the title.
struct Icon: Endpoint {
  let address: PlainAddress<PlainPage.Icon>

  func respond() -> Reply {
    .asset(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="5" y="2" width="22" height="28" rx="3" \
      fill="#0b5cad"/><path d="M10 10h12M10 16h12M10 22h7" stroke="#fff" stroke-width="2.5"/></svg>

      """, type: "image/svg+xml")
  }
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
