import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

private final class Desk: Sendable {
  let copy = Routed(.copyLedger)
  let optional = Routed<_, (any NamedLedger)?>(.mainLedger)
  init() {}
}

private struct Sheet: Sendable {
  let text: String
  init(_ first: any NamedLedger, _ second: any NamedLedger) { text = "\(first.label), \(second.label)" }
}

extension RoutableService<Desk> { fileprivate static var desk: Self { declared() } }
extension RoutableService<Sheet> { fileprivate static var sheet: Self { declared() } }

private struct DeskModule: RouteModule {
  let keys: [NameKey]
  var routes: Routes {
    for key in keys { live({ Book(label: key.rawValue) }, key.ledger) }
    Route({ Desk() }) { Service(.desk) }
    service(Sheet.init, Service(.sheet), Takes(.copyLedger, .copyLedger))
  }
}

@Suite("Graph of names")
struct NamedGraphTests: RouteVocabulary {
  private func edges(_ graph: RouteGraph) -> [String] {
    graph.edges.map { "\($0.from) \($0.kind) \($0.to): \($0.label ?? "")".replacing("DeskModule.", with: "") }
  }

  @Test func `a property leads to all names of its type`() throws {
    let graph = try Registry { DeskModule(keys: [.main, .copy]) }.graph
    #expect(
      edges(graph) == [
        "Desk lazy Book: copy", "Desk lazy Book#2: copy", "Desk lazy Book: optional",
        "Desk lazy Book#2: optional",
        "Sheet eager Book#2: parameter 1", "Sheet eager Book#2: parameter 2",
      ])
    let provided = [["Service(.mainLedger)"], ["Service(.copyLedger)"], ["Service(.desk)"]]
    #expect(Array(graph.nodes.map(\.provides).prefix(3)) == provided)
    #expect(graph.nodes[2].requires == ["Service(.mainLedger)", "Service(.copyLedger)"])
    #expect(graph.nodes[3].requires == ["Service(.copyLedger)"])
  }

  @Test func `a property of a type with a default or one name leads to it`() throws {
    let plain = try Registry { DeskModule(keys: [.plain, .copy]) }.graph
    #expect(Array(edges(plain).prefix(2)) == ["Desk lazy Book: copy", "Desk lazy Book: optional"])
    #expect(plain.nodes[0].provides == ["Service<any NamedLedger>"])
    let graph = try Registry { DeskModule(keys: [.copy]) }.graph
    #expect(
      edges(graph) == [
        "Desk lazy Book: copy", "Desk lazy Book: optional", "Sheet eager Book: parameter 1",
        "Sheet eager Book: parameter 2",
      ])
    #expect(graph.nodes[1].requires == ["Service(.copyLedger)"])
  }

  @Test func `the graph includes names of later layers`() throws {
    let base = try Registry { DeskModule(keys: [.copy]) }
    let graph = try base.extending { Route({ Book(label: "main") }) { Service(.mainLedger) } }.graph
    #expect(edges(graph).filter { $0.contains("lazy") }.count == 4)
    let over = try base.overriding { live({ Book(label: "fake") }, Service<any NamedLedger>()) }.graph
    #expect(over.nodes.map(\.provides).contains(["Service(.copyLedger)"]) && over.nodes.count == 3)
  }

  @Test func `a parameter leads to an adapter of a name`() throws {
    let graph = try Registry {
      Route({ Book(label: "main") }) { Service(.mainLedger) }
      Adapter(.copyLedger, for: .mainLedger) { $0 }
      service(Sheet.init, Service(.sheet), Takes(.mainLedger, .copyLedger))
    }.graph
    #expect(edges(graph).contains { $0.hasSuffix("Adapter(Service(.copyLedger)): parameter 2") })
    #expect(
      graph.nodes.map(\.provides) == [
        ["Service(.mainLedger)"], ["Service(.copyLedger)"], ["Service(.sheet)"],
      ])
  }

  /// Returns the routes of the instances that a closure requests.
  @MainActor private func observed(
    _ keys: [NameKey], _ request: @escaping @Sendable (Resolver) throws -> Void
  ) throws -> [String] {
    let run = try Registry {
      DeskModule(keys: keys)
      Route({ (routes: Resolver) in
        try request(routes)
        return SystemTime()
      }) { Service<any TimeSource>() }
    }.dryRun()
    #expect(run.diagnostics.isEmpty)
    let found = run.graph.edges.filter { $0.kind == .observed }
    #expect(found.allSatisfy { $0.from == "WaymarkInspectionTests.SystemTime" })
    return found.map(\.to)
  }

  @MainActor @Test func `a dry run finds named requests, and requests by a type with one name`() throws {
    let named = try observed([.main, .copy]) { _ = try ($0(.copyLedger), $0(.desk)) }
    #expect(named == ["DeskModule.Book#2", "DeskModule.Desk"])
    #expect(try observed([.copy]) { _ = try $0(Service<any NamedLedger>()) } == ["DeskModule.Book"])
  }

  @Test func `a start waits for the names that a route needs`() throws {
    let registry = try Registry {
      Route(Sheet.init) {
        Service(.sheet)
        Singleton()
        Takes(.copyLedger, .copyLedger)
        Starting { _ in }
      }
      live({ Desk() }, .desk, requiring: Requires(.mainLedger), starting: { _ in })
      for key in [NameKey.main, .copy] { live({ Book(label: key.rawValue) }, key.ledger, starting: { _ in }) }
    }
    #expect(
      registry.startOrder.sorted() == [
        "Book (.copyLedger)", "Book (.mainLedger)", "Desk waits for Book (.mainLedger)",
        "Sheet waits for Book (.copyLedger)",
      ])
  }
}
