import Testing
import Waymark

private struct Report: Sendable {
  let checks: [any HealthCheck]
  let time: any TimeSource
}

extension RoutableService<Report> { fileprivate static var report: Self { declared() } }

@Suite("Collections, decorators, and profiles in the graph")
struct CollectionGraphTests: RouteVocabulary {
  private func graph() throws(RegistryError) -> RouteGraph {
    try Registry(profile: .preview) {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      Route({ NamedCheck("plain") }) { Contributes(to: .healthChecks, order: -1) }
      Route(Report.init(checks:time:)) { Service(.report) }
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time) { LaterTime(inner: $0, by: 1) }
      When(.preview) {
        Route({ SystemTime() }) { Service(.time) }
        Decorates(.time, with: { (inner: any TimeSource, checks: Contributions<any HealthCheck>) in inner })
      }
    }.graph
  }

  private func edges(_ graph: RouteGraph) -> [String] {
    graph.edges.map {
      "\($0.from) \($0.kind) \($0.to)\($0.label.map { " \($0)" } ?? "")".replacing("WaymarkTests.", with: "")
    }
  }

  @Test func nodesAndEdges() throws {
    let graph = try graph()
    #expect(
      edges(graph) == [
        "Report eager Services<any HealthCheck> parameter 1",
        "Report eager Decorates(Service<any TimeSource>)#2 parameter 2",
        "Decorates(Service<any TimeSource>) decorator SystemTime",
        "Decorates(Service<any TimeSource>)#2 decorator Decorates(Service<any TimeSource>)",
        "Decorates(Service<any TimeSource>)#2 lazy Services<any HealthCheck> parameter 2",
        "Services<any HealthCheck> contribution NamedCheck",
        "Services<any HealthCheck> contribution DiskCheck disk",
      ])
    #expect(graph.nodes.map(\.role) == [.route, .route, .route, .route, .decorator, .decorator, .collection])
    #expect(graph.nodes.map(\.profile) == [nil, nil, nil, "preview", nil, "preview", nil])
    #expect(graph.nodes[0].provides == ["Services<any HealthCheck> as \"disk\""])
    #expect(graph.nodes[2].requires == ["Services<any HealthCheck>", "Service<any TimeSource>"])
    #expect(graph.nodes[5].requires == ["Services<any HealthCheck>"])
  }

  @Test func pathLeadsThroughCollectionsAndDecorators() throws {
    let graph = try graph()
    #expect(
      graph.path(from: "WaymarkTests.Report", to: "WaymarkTests.SystemTime") == [
        "WaymarkTests.Report", "WaymarkTests.Decorates(Service<any TimeSource>)#2",
        "WaymarkTests.Decorates(Service<any TimeSource>)", "WaymarkTests.SystemTime",
      ])
    #expect(
      graph.dependents(of: "WaymarkTests.DiskCheck") == [
        "WaymarkTests.Report", "WaymarkTests.Decorates(Service<any TimeSource>)#2",
        "WaymarkTests.Services<any HealthCheck>",
      ])
  }

  @Test func pictures() throws {
    let graph = try graph()
    #expect(
      graph.mermaid() == """
        flowchart LR
          subgraph m0["WaymarkTests"]
            n0(["DiskCheck"])
            n1(["NamedCheck"])
            n2(["Report"])
            n3(["SystemTime<br/>only in preview"])
            n4[/"decorates Service#lt;any TimeSource#gt;"\\]
            n5[/"decorates Service#lt;any TimeSource#gt;<br/>only in preview"\\]
            n6[("Services#lt;any HealthCheck#gt;")]
          end
          n2 -->|"parameter 1"| n6
          n2 -->|"parameter 2"| n5
          n4 ==> n3
          n5 ==> n4
          n5 -.->|"parameter 2"| n6
          n6 === n1
          n6 ===|"disk"| n0

        """)
    #expect(
      graph.dot() == """
        digraph Waymark {
          rankdir=LR; fontname="Helvetica"; fontsize=12;
          node [fontname="Helvetica", fontsize=11];
          edge [fontname="Helvetica", fontsize=9];
          subgraph cluster_0 {
            label="WaymarkTests"; color=gray50;
            "WaymarkTests.DiskCheck" [label="DiskCheck", shape=ellipse];
            "WaymarkTests.NamedCheck" [label="NamedCheck", shape=ellipse];
            "WaymarkTests.Report" [label="Report", shape=ellipse];
            "WaymarkTests.SystemTime" [label="SystemTime\\nonly in preview", shape=ellipse];
            "WaymarkTests.Decorates(Service<any TimeSource>)" [label="decorates Service<any TimeSource>", shape=octagon];
            "WaymarkTests.Decorates(Service<any TimeSource>)#2" [label="decorates Service<any TimeSource>\\nonly in preview", shape=octagon];
            "WaymarkTests.Services<any HealthCheck>" [label="Services<any HealthCheck>", shape=cylinder];
          }
          "WaymarkTests.Report" -> "WaymarkTests.Services<any HealthCheck>" [style=solid, label="parameter 1"];
          "WaymarkTests.Report" -> "WaymarkTests.Decorates(Service<any TimeSource>)#2" [style=solid, label="parameter 2"];
          "WaymarkTests.Decorates(Service<any TimeSource>)" -> "WaymarkTests.SystemTime" [style=bold];
          "WaymarkTests.Decorates(Service<any TimeSource>)#2" -> "WaymarkTests.Decorates(Service<any TimeSource>)" [style=bold];
          "WaymarkTests.Decorates(Service<any TimeSource>)#2" -> "WaymarkTests.Services<any HealthCheck>" [style=dashed, label="parameter 2"];
          "WaymarkTests.Services<any HealthCheck>" -> "WaymarkTests.NamedCheck" [arrowhead=dot];
          "WaymarkTests.Services<any HealthCheck>" -> "WaymarkTests.DiskCheck" [arrowhead=dot, label="disk"];
        }

        """)
  }

  @Test func jsonAndDifferencesShowAllOfIt() throws {
    let graph = try graph()
    #expect(try RouteGraph(json: graph.json()) == graph)
    let json = try graph.json()
    #expect(json.contains("\"profile\" : \"preview\"") && json.contains("\"kind\" : \"contribution\""))
    let earlier = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route({ SystemTime() }) { Service(.time) }
    }.graph
    let later = try Registry(profile: .preview) {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      When(.preview) {
        Route({ SystemTime() }) { Service(.time) }
        Decorates(.time) { $0 }
      }
      Route({ NamedCheck("plain") }) {
        Contributes(to: RoutableServices<NamedCheck>(declaredProtocol: NamedCheck.self))
      }
    }.graph
    #expect(
      later.difference(from: earlier).description == """
        + WaymarkTests.NamedCheck: service, provides Services<NamedCheck>
        + WaymarkTests.Decorates(Service<any TimeSource>): service, provides Service<any TimeSource>
        + WaymarkTests.Services<NamedCheck>: collection
        ~ WaymarkTests.DiskCheck
            provides: Services<any HealthCheck> → Services<any HealthCheck> as "disk"
        ~ WaymarkTests.SystemTime
            profile: nothing → preview
        + WaymarkTests.Decorates(Service<any TimeSource>) → WaymarkTests.SystemTime (decorator)
        + WaymarkTests.Services<any HealthCheck> → WaymarkTests.DiskCheck (contribution, disk)
        + WaymarkTests.Services<NamedCheck> → WaymarkTests.NamedCheck (contribution)
        - WaymarkTests.Services<any HealthCheck> → WaymarkTests.DiskCheck (contribution)
        """)
  }
}
