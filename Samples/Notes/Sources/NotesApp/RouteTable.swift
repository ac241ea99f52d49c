import Waymark

/// The routes of a registry as a table for people.
public struct RouteTable: CustomStringConvertible {
  /// A column of the table.
  public enum Column: String, CaseIterable, Sendable {
    /// The type that the route makes.
    case destination
    /// View or service.
    case kind
    /// How long an instance is kept.
    case lifetime
    /// The interfaces of the route, its contributions, and its adapters.
    case provides
    /// The identifiers of the route.
    case identifiers
    /// The patterns of its URLs.
    case urls
    /// The place of its declaration.
    case declared

    /// The lines of a route's cell in the column.
    fileprivate func lines(of route: RouteGraph.Node, _ adapted: [String]) -> [String] {
      switch self {
      case .destination: [route.destination]
      case .kind: [route.kind.rawValue]
      case .lifetime: [route.lifetime.rawValue]
      case .provides: route.provides + adapted.map { "\($0) (adapted)" }
      case .identifiers: route.identifiers
      case .urls: route.urls
      case .declared: ["\(route.fileID):\(route.line)"]
      }
    }
  }

  /// The lines of each cell of each row.
  private let rows: [[[String]]]

  /// Creates the table of a registry.
  public init(_ registry: Registry, columns: [Column] = Column.allCases) {
    let graph = registry.graph
    let ways = graph.edges.filter { $0.kind == .adapter || $0.kind == .decorator }
    func target(of id: RouteGraph.Node.ID) -> RouteGraph.Node.ID {
      ways.first { $0.from == id }.map { target(of: $0.to) } ?? id
    }
    let adapters = Dictionary(grouping: graph.nodes.filter { $0.role == .adapter }) { target(of: $0.id) }
    rows =
      [columns.map { [$0.rawValue.uppercased()] }]
      + registry.routes.map { route in
        columns.map { $0.lines(of: route, adapters[route.id, default: []].flatMap(\.provides)) }
      }
  }

  /// The table, with columns as wide as they need to be.
  public var description: String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.flatMap { $0[column] }.map(\.count).max() ?? 0
    }
    return rows.flatMap { row in
      (0..<(row.map(\.count).max() ?? 0)).map { line in
        let cells = zip(row, widths).map { cell, width in
          let text = line < cell.count ? cell[line] : ""
          return text + String(repeating: " ", count: width - text.count)
        }
        return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
      }
    }.joined(separator: "\n")
  }
}
