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
    let json = try graph.json()
    #expect(json.contains("\"profile\" : \"preview\"") && json.contains("\"kind\" : \"contribution\""))
    #expect(try RouteGraph(json: json) == graph)
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
}
