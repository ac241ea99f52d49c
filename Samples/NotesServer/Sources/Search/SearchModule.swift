import PageKit
import ServerInterfaces
import Waymark

/// The search, as a page and for programs, and the cache around whatever index the application has.
public struct SearchModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The pages, and the decorator.
  public var routes: Routes {
    Route(
      SearchPage.init(address:index:member:request:pages:links:), configuration: { SearchAddress() }
    ) {
      ServiceModule(.searchPage)
      URLPattern(for: SearchAddress.self, "/search?words=\(\.words)")
    }
    Route(
      SearchResource.init(address:index:member:request:links:), configuration: { SearchResourceAddress() }
    ) {
      ServiceModule(.searchResource)
      URLPattern(for: SearchResourceAddress.self, "/api/search?words=\(\.words)")
    }
    Decorates(.searchIndex) { CachedSearch(inner: $0) }
    Route(TemplateSource.self) {
      Contributes(to: .templates, as: "search")
    } make: {
      TemplateSource("search", searchTemplate)
    }
  }
}

extension RoutableServiceModule<SearchResourceAddress> { static var searchResource: Self { declared() } }

package let searchTemplate = """
  <h1>Search</h1>
  <form class="line" action="{{action}}" method="get">
  <label>Words <input type="search" name="words" value="{{words}}" maxlength="200"></label>
  <button>Find</button>
  </form>
  <div id="found" aria-live="polite">
  {{#found}}<p class="quiet">{{found}}</p>{{/found}}
  <ul class="list">
  {{#notes}}
  <li><a href="{{link}}">{{title}}</a> <time class="quiet">{{changed}}</time><p>{{excerpt}}</p></li>
  {{/notes}}
  </ul>
  </div>
  """
