// Prints the public API of a module, one line for each declaration, from its symbol graphs.
// Usage: swift .ci/PublicAPI.swift <folder of symbol graphs> <module>
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Text: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    struct Context: Decodable { let constraints: [Constraint]? }

    let kind: Text
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let swiftGenerics: Context?
    let swiftExtension: Context?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
  }

  struct Constraint: Decodable, Hashable {
    let kind: String
    let lhs: String
    let rhs: String

    var text: String { "\(lhs)\(kind == "sameType" ? " ==" : ":") \(rhs)" }
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// One line of the listing, with the path to sort it by.
struct Line: Comparable {
  let path: [String]
  let declaration: String

  static func < (left: Line, right: Line) -> Bool {
    if left.path != right.path { return left.path.lexicographicallyPrecedes(right.path) }
    return left.declaration < right.declaration
  }
}

extension SymbolGraph {
  static let typeKinds: Set = ["swift.class", "swift.enum", "swift.protocol", "swift.struct"]
  /// Protocols that nearly all types conform to implicitly.
  static let impliedProtocols: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]

  func lines() -> [Line] {
    let symbols = Dictionary(
      symbols.map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
    let required = Set(
      relationships.filter { ["requirementOf", "optionalRequirementOf"].contains($0.kind) }.map(\.source))
    let owners = Dictionary(
      relationships.filter { $0.kind == "memberOf" }.map { ($0.source, $0.target) },
      uniquingKeysWith: { first, _ in first })

    var lines: [Line] = []
    for symbol in symbols.values where !symbol.pathComponents.contains(where: { $0.hasPrefix("_") }) {
      let isType = Self.typeKinds.contains(symbol.kind.identifier)
      var text = symbol.declarationFragments.map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if required.contains(symbol.identifier.precise) { text = "requirement " + text }
      let known = owners[symbol.identifier.precise].flatMap { symbols[$0]?.swiftGenerics?.constraints } ?? []
      let constraints = symbol.swiftExtension?.constraints?.filter { !known.contains($0) } ?? []
      if !constraints.isEmpty, !text.contains(" where ") {
        text += " where " + constraints.map(\.text).joined(separator: ", ")
      }
      let path = symbol.pathComponents
      let owner = (isType ? path : path.dropLast()).joined(separator: ".")
      lines.append(Line(path: path, declaration: owner.isEmpty ? text : "\(owner): \(text)"))
    }
    return lines + conformances(of: symbols)
  }

  private func conformances(of symbols: [String: Symbol]) -> [Line] {
    var protocols: [String: [String: Set<String>]] = [:]
    for relationship in relationships where relationship.kind == "conformsTo" {
      // A protocol's declaration shows the protocols that it refines.
      guard let type = symbols[relationship.source], type.kind.identifier != "swift.protocol",
        !Self.impliedProtocols.contains(relationship.targetFallback ?? ""),
        let name = symbols[relationship.target]?.pathComponents.joined(separator: ".")
          ?? relationship.targetFallback.map({ $0.drop { $0 != "." }.dropFirst() }).map(String.init)
      else { continue }
      let constraints = (relationship.swiftConstraints ?? []).map(\.text).joined(separator: ", ")
      protocols[relationship.source, default: [:]][constraints, default: []].insert(name)
    }
    return protocols.flatMap { source, conformances -> [Line] in
      let path = symbols[source]?.pathComponents ?? []
      let name = path.joined(separator: ".")
      return conformances.map { constraints, protocols in
        let end = constraints.isEmpty ? "" : " where " + constraints
        return Line(
          path: path,
          declaration: "\(name): extension \(name): \(protocols.sorted().joined(separator: ", "))\(end)")
      }
    }
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(64) }
let folder = URL(filePath: arguments[1])
let lines = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  .filter {
    $0 == "\(arguments[2]).symbols.json" || $0.hasPrefix("\(arguments[2])@")
      || $0.hasPrefix("\(arguments[2])-")
  }
  .flatMap { file in
    try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.appending(path: file))).lines()
  }
for line in lines.sorted() { print(line.declaration) }
