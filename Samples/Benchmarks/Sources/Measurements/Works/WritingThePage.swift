import Waymark
import WaymarkGraph

/// A row about writing the graph as a page, measured in new processes.
enum WritingThePage {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        // 50 ms for 5,000 routes.
        Work("write the graph as a page, cold", budget: .amount(10_000), unit: .route),
        waymark: .once {
          let graph = try Routes.registry().graph
          return { keepValue(graph.html(title: "Page")) }
        })
    ]
  }
}
