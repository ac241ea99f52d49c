import PageKit
import ServerInterfaces
import Waymark

/// The administration: health checks, users, and the graph of the running registry.
public struct AdminModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The pages, and the entry of the menu.
  public var routes: Routes {
    Route(Administrator.init(member:)) { Service(.administrator) }
    Route(HealthReport.init(checks:)) { Service(.healthReport) }
    Route(GraphDrawing.init(registry:)) {
      Service(.graphDrawing)
      Singleton()
    }
    Route(ProcessDescription.init(registry:)) {
      Service(.processDescription)
      Singleton()
    }
    Route(
      AdministrationPage.init(address:administrator:report:accounts:process:request:pages:links:),
      configuration: { PlainAddress<PlainPage.Administration>() }
    ) {
      ServiceModule(.administrationPage)
      URLPattern(for: PlainAddress<PlainPage.Administration>.self, "/admin")
    }
    Route(
      GraphPicture.init(address:administrator:drawing:request:),
      configuration: { PlainAddress<PlainPage.Graph>() }
    ) {
      ServiceModule(.graphPicture)
      URLPattern(for: PlainAddress<PlainPage.Graph>.self, "/admin/graph.svg")
    }
    Route(HealthPage.init(address:report:request:), configuration: { PlainAddress<PlainPage.Health>() }) {
      ServiceModule(.healthPage)
      URLPattern(for: PlainAddress<PlainPage.Health>.self, "/health")
    }
    Route(PublicPage.self) {
      Contributes(to: .publicPages)
    } make: {
      PublicPage("/health")
    }
    Route(MenuItem.administration(links:)) {
      Contributes(to: .menuItems, as: "administration", order: 9)
    }
    Route(TemplateSource.self) {
      Contributes(to: .templates, as: "administration")
    } make: {
      TemplateSource("administration", administrationTemplate)
    }
  }
}

extension MenuItem {
  fileprivate static func administration(links: any Links) -> MenuItem {
    MenuItem(title: "Administration", link: links.fixed.administration, isForAdministrators: true)
  }
}

let administrationTemplate = """
  <h1>Administration</h1>
  <h2>Health</h2>
  <table>
  <thead><tr><th>Part</th><th>State</th><th>Detail</th></tr></thead>
  <tbody>
  {{#checks}}
  <tr{{#failed}} class="failed"{{/failed}}><td>{{name}}</td><td>{{state}}</td><td>{{detail}}</td></tr>
  {{/checks}}
  </tbody>
  </table>
  <p class="quiet"><a href="{{health}}">The same for a load balancer</a></p>
  <h2>Order of starting</h2>
  <ol>{{#steps}}<li>{{.}}</li>{{/steps}}</ol>
  <h2>Users</h2>
  <ul>{{#users}}<li>{{name}} <span class="quiet">{{role}}</span></li>{{/users}}</ul>
  <h2>Routes</h2>
  <p>This process has {{routes}} routes. <a href="{{graph}}">Open the graph alone</a></p>
  <div class="graph" tabindex="0" role="group" aria-label="Route graph"><img src="{{graph}}" alt="The routes of this process, by module, and what they need"></div>
  """
