import Waymark

/// The administration: health checks, users, and the graph of the running registry.
struct AdminModule: RouteModule {

  var routes: Routes {
    Route(HealthReport.init(checks:)) {
      Service(.healthReport)
      Singleton()
    }
    Route(GraphDrawing.init(registry:)) {
      Service(.graphDrawing)
      Singleton()
    }
    Route(ProcessDescription.init(registry:)) {
      Service(.processDescription)
      Singleton()
    }
    Serves(
      AdministrationPage.init(address:report:storage:process:pages:),
      at: "/admin")
    Serves(GraphPicture.init(address:drawing:), at: "/admin/graph.svg")
    Serves(HealthPage.init(address:report:), at: "/health")
    Route({ (links: Links) in
      MenuItem(title: "Administration", link: try links(AdministrationAddress()), access: .administrators)
    }) {
      Contributes(to: .menuItems, as: "administration", order: 9)
      Singleton()
    }
  }
}
