import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

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
      "\($0.from) \($0.kind) \($0.to)\($0.label.map { " \($0)" } ?? "")"
        .replacing(#/(?:WaymarkInspectionTests|SharedFixtures)\./#, with: "")
    }
  }

  @Test func `the graph has nodes and edges for collections and decorators`() throws {
    let graph = try graph()
    #expect(
      edges(graph) == [
        "Report eager Services(.healthChecks) parameter 1",
        "Report eager Decorates(Service(.time))#2 parameter 2",
        "Decorates(Service(.time)) decorator SystemTime",
        "Decorates(Service(.time))#2 decorator Decorates(Service(.time))",
        "Decorates(Service(.time))#2 lazy Services(.healthChecks) parameter 2",
        "Services(.healthChecks) contribution NamedCheck",
        "Services(.healthChecks) contribution DiskCheck disk",
      ])
    #expect(graph.nodes.map(\.role) == [.route, .route, .route, .route, .decorator, .decorator, .collection])
    #expect(graph.nodes.map(\.profile) == [nil, nil, nil, "preview", nil, "preview", nil])
    #expect(graph.nodes[0].provides == ["Services(.healthChecks) as \"disk\""])
    #expect(graph.nodes[2].requires == ["Services(.healthChecks)", "Service(.time)"])
    #expect(graph.nodes[5].requires == ["Services(.healthChecks)"])
  }

  @Test func `an array of views leads to their collection`() throws {
    let graph = try Registry {
      Route(FontsPane.init) { Contributes(to: .settingsPanes) }
      Route({ @MainActor (_: [any SettingsPane]) in Editor() }) { View(.editor) }
    }.graph
    #expect(
      edges(graph) == [
        "Editor eager Views(.settingsPanes) parameter 1", "Views(.settingsPanes) contribution FontsPane",
      ])
  }

  @Test func `a path leads through collections and decorators`() throws {
    let graph = try graph()
    #expect(
      graph.path(from: "WaymarkInspectionTests.Report", to: "WaymarkInspectionTests.SystemTime") == [
        "WaymarkInspectionTests.Report", "WaymarkInspectionTests.Decorates(Service(.time))#2",
        "WaymarkInspectionTests.Decorates(Service(.time))", "WaymarkInspectionTests.SystemTime",
      ])
    #expect(
      graph.dependents(of: "WaymarkInspectionTests.DiskCheck") == [
        "WaymarkInspectionTests.Report", "WaymarkInspectionTests.Decorates(Service(.time))#2",
        "SharedFixtures.Services(.healthChecks)",
      ])
  }

  @Test func `the pictures show collections`() throws {
    let (mermaid, dot) = (try graph().mermaid(), try graph().dot())
    for line in [
      #"n3(["SystemTime<br/>only in preview"])"#, #"n4[/"decorates Service(.time)"\]"#,
      #"n5[/"decorates Service(.time)<br/>only in preview"\]"#, #"subgraph m1["SharedFixtures"]"#,
      #"n6[("Services(.healthChecks)")]"#, #"n2 -->|"parameter 1"| n6"#, "n4 ==> n3", "n5 ==> n4",
      #"n5 -.->|"parameter 2"| n6"#, "n6 === n1", #"n6 ===|"disk"| n0"#,
    ] {
      #expect(mermaid.contains(" \(line)\n"), "\(line)")
    }
    let (time, checks) = (
      "WaymarkInspectionTests.Decorates(Service(.time))", "SharedFixtures.Services(.healthChecks)"
    )
    for line in [
      #""WaymarkInspectionTests.SystemTime" [label="SystemTime\nonly in preview", shape=ellipse];"#,
      #""\#(time)" [label="decorates Service(.time)", shape=octagon];"#,
      #""\#(time)#2" [label="decorates Service(.time)\nonly in preview", shape=octagon];"#,
      "subgraph cluster_1 {", #"label="SharedFixtures"; color=gray50;"#,
      #""\#(checks)" [label="Services(.healthChecks)", shape=cylinder];"#,
      #""\#(time)" -> "WaymarkInspectionTests.SystemTime" [style=bold];"#,
      #""\#(time)#2" -> "\#(time)" [style=bold];"#,
      #""\#(checks)" -> "WaymarkInspectionTests.NamedCheck" [arrowhead=dot];"#,
      #""\#(checks)" -> "WaymarkInspectionTests.DiskCheck" [arrowhead=dot, label="disk"];"#,
    ] {
      #expect(dot.contains(" \(line)\n"), "\(line)")
    }
  }

  @Test func `JSON and differences include collections, decorators, and profiles`() throws {
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
        + WaymarkInspectionTests.NamedCheck: service, provides Services<NamedCheck>
        + WaymarkInspectionTests.Decorates(Service(.time)): service, provides Service(.time)
        + SharedFixtures.Services<NamedCheck>: collection
        ~ WaymarkInspectionTests.DiskCheck
            provides: Services(.healthChecks) → Services(.healthChecks) as "disk"
        ~ WaymarkInspectionTests.SystemTime
            profile: nothing → preview
        + WaymarkInspectionTests.Decorates(Service(.time)) → WaymarkInspectionTests.SystemTime (decorator)
        + SharedFixtures.Services(.healthChecks) → WaymarkInspectionTests.DiskCheck (contribution, disk)
        + SharedFixtures.Services<NamedCheck> → WaymarkInspectionTests.NamedCheck (contribution)
        - SharedFixtures.Services(.healthChecks) → WaymarkInspectionTests.DiskCheck (contribution)
        """)
  }
}
