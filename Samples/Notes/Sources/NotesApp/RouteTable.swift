import Waymark

/// The routes of a registry as a table for people.
public struct RouteTable: CustomStringConvertible {
  /// The lines of each cell of each row.
  private let rows: [[[String]]]

  /// Creates the table of a registry.
  public init(_ registry: Registry) {
    let header = [
      ["DESTINATION"], ["KIND"], ["LIFETIME"], ["PROVIDES"], ["IDENTIFIERS"], ["URLS"], ["DECLARED"],
    ]
    rows =
      [header]
      + registry.routes.map { route in
        [
          [route.destination], [route.kind.rawValue], [route.lifetime.rawValue],
          route.provides + route.contributions + route.adapted.map { "\($0) (adapted)" }, route.identifiers,
          route.urls,
          ["\(route.location)"],
        ]
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
