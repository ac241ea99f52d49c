import Testing
import WaymarkCore
import WaymarkInspection

/// A module's or node's name in an expectation, in which a `*` stands for any characters.
struct NamePattern {
  let text: String
  private let parts: [Substring]

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
  }

  func matches(_ name: String) -> Bool {
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return name == text }
    guard name.count >= first.count + last.count, name.hasPrefix(first), name.hasSuffix(last) else {
      return false
    }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// Returns whether the pattern names the node or its module.
  func matches(_ node: RouteGraph.Node) -> Bool { matches(node.module) || matches(node.id) }
}

/// The uses between modules in a graph, and the issues about them at the source location of an expectation.
///
/// The uses are those that the graph shows between code that refers to other code. A user of a decorated interface uses
/// the decorated route, not the decorator. A user of an adapter uses its own required interface, so that only the
/// adapter uses the provided route. A collection doesn't use its contributions.
struct BoundaryReport {
  struct Use {
    let user: RouteGraph.Node
    let used: RouteGraph.Node
    let edge: RouteGraph.Edge

    /// The tokens of the used node that the user requires or decorates.
    var tokens: [String] {
      let named = edge.kind == .decorator ? user.provides : user.requires
      return used.provides.filter(named.contains)
    }

    var description: String { edge.step(from: user, to: used) }
  }

  private let graph: RouteGraph
  private let sourceLocation: SourceLocation
  let nodes: [RouteGraph.Node.ID: RouteGraph.Node]
  /// All uses of another module, in the order of the graph's edges.
  let uses: [Use]
  /// The modules with a route, an adapter, or a decorator, in the order of their declaration.
  let modules: [String]

  /// The modules and the identifiers of all nodes.
  var names: [String] { modules + graph.nodes.flatMap { [$0.module, $0.id] } }

  init(_ graph: RouteGraph, _ sourceLocation: SourceLocation) {
    self.graph = graph
    self.sourceLocation = sourceLocation
    let nodes = Dictionary(graph.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let decorated = Dictionary(
      graph.edges.filter { $0.kind == .decorator }.map { ($0.from, $0.to) },
      uniquingKeysWith: { first, _ in first })
    self.nodes = nodes
    uses = graph.edges.compactMap { edge in
      guard edge.kind != .contribution, edge.kind != .scope, let user = nodes[edge.from] else { return nil }
      var id = edge.to
      while nodes[id]?.role == .decorator, let inner = decorated[id] { id = inner }
      guard let used = nodes[id], used.role == .route, used.module != user.module else { return nil }
      return Use(user: user, used: used, edge: edge)
    }
    var seen: Set<String> = []
    modules = graph.nodes.filter { $0.role != .collection && $0.role != .scope }.map(\.module).filter {
      seen.insert($0).inserted
    }
  }

  /// A line about the requests that the graph of some modules doesn't show, or none without open routes.
  private func blindSpot(_ isIncluded: (RouteGraph.Node) -> Bool) -> [String] {
    let open = graph.nodes.filter { $0.isOpen && isIncluded($0) }.map(\.id)
    guard !open.isEmpty else { return [] }
    let names =
      open.count > 3 ? "\(open.prefix(3).joined(separator: ", ")), and others" : open.joined(separator: ", ")
    return [
      "The graph doesn't show imports, and it shows the requests of closures only after a dry run: \(names)"
    ]
  }

  // MARK: - Issues

  /// Records an issue about each pattern that matches no name, because an expectation about nothing always passes.
  ///
  /// - Parameter isRequired: Whether a name may not be missing. Otherwise, only a pattern that resembles a name is a
  ///   warning.
  func checkMatches(of patterns: [NamePattern], among names: [String], isRequired: Bool = true) {
    for pattern in patterns where !names.contains(where: pattern.matches) {
      // Two types with one name have the names of their outer types in front.
      let ends = Set(names.filter { $0.hasSuffix(".\(pattern.text)") })
      let qualified = ends.sorted().joined(separator: " or ")
      let near = qualified.isEmpty ? NearMiss.of(pattern.text, among: names) : qualified
      guard isRequired || near != nil else { continue }
      let remedy =
        near.map { "did you mean \($0)?" }
        ?? "correct the name\nadd the module to the registry\nremove the name from the expectation"
      record(
        "nothing in the graph is named \(pattern.text)", details: RemedyText.lines(of: remedy),
        severity: isRequired ? .error : .warning)
    }
  }

  /// Records one issue with its steps, if there are any.
  ///
  /// - Parameter isIncluded: Whether the issue also depends on requests of a node that the graph doesn't show.
  func record(
    _ fact: String, steps: [String], remedy: String, blindSpotOf isIncluded: (RouteGraph.Node) -> Bool
  ) {
    guard !steps.isEmpty else { return }
    let details = steps + RemedyText.lines(of: remedy) + blindSpot(isIncluded)
    record(fact, details: details, severity: .error)
  }

  private func record(_ fact: String, details: [String], severity: IssueSeverity) {
    let text = ([fact] + details.map { "    \($0)" }).joined(separator: "\n")
    Issue.record(text, severity: severity, sourceLocation: sourceLocation)
  }
}

extension RouteGraph.Edge {
  /// Returns a step of a path, with the place of the dependent declaration.
  func step(from: RouteGraph.Node, to: RouteGraph.Node) -> String {
    let verb =
      switch kind {
      case .eager, .lazy, .declared, .observed: "needs"
      case .adapter: "adapts"
      case .decorator: "decorates"
      case .contribution: "contains"
      case .scope: "belongs to"
      }
    let detail = [kind.rawValue, label].compactMap { $0 }.joined(separator: ", ")
    let place = from.line == 0 ? "" : " at \(from.fileID):\(from.line)"
    return "\(from.id) \(verb) \(to.id) (\(detail))\(place)"
  }
}
