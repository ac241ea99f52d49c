import Foundation
import Testing

/// The parts of a page that tests read.
struct WrittenPage {
  let text: String
  let data: [String: Any]

  init(_ text: String) throws {
    self.text = text
    let json = try #require(
      text.firstMatch(of: #/<script type="application/json" id="data">(.*?)</script>/#.dotMatchesNewlines()))
    data = try #require(try JSONSerialization.jsonObject(with: Data(json.output.1.utf8)) as? [String: Any])
  }

  /// The nodes of the script's data.
  var nodes: [[String: Any]] { data["nodes"] as? [[String: Any]] ?? [] }

  /// The edges of the script's data: both ends, and the names of the marks.
  var edges: [String] {
    (data["edges"] as? [[Any]] ?? []).map { edge in
      let marks = edge.count > 3 ? edge[3] as? [String: Any] ?? [:] : [:]
      let ends = edge.prefix(2).map { index in
        (index as? Int).flatMap { nodes[$0]["destination"] as? String } ?? ""
      }
      let names =
        marks.keys.filter { $0.hasPrefix("is") && $0 != "isMarked" }
        + [marks["change"] as? String].compactMap { $0 }
      return ([ends.joined(separator: " → ")] + names.sorted()).joined(separator: " ")
    }
  }

  /// The labels of the edges of the script's data, and "nothing" for an edge without a label or a mark.
  var labels: [String?] {
    (data["edges"] as? [[Any]] ?? []).map { edge in
      edge.count > 3 ? (edge[3] as? [String: Any])?["label"] as? String : "nothing"
    }
  }

  func node(_ destination: String) throws -> [String: Any] {
    try #require(nodes.first { $0["destination"] as? String == destination })
  }

  /// The content without scripts.
  var list: String {
    text.firstMatch(of: #/<noscript>(.*?)</noscript>/#.dotMatchesNewlines()).map { String($0.output.1) } ?? ""
  }
}
