/// Reports identifiers and keys of contributions without a visible character.
enum EmptyIdentifierRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      let identifiers = declaration.identifiers.map { ("an identifier", $0, "Identifier(\"\($0)\")") }
      let keys = declaration.contributions.compactMap(\.key).map { ("a key", $0, "as: \"\($0)\"") }
      return (identifiers + keys).filter { $0.1.allSatisfy(\.isWhitespace) }.map { noun, _, entry in
        declaration.problem(
          .emptyIdentifier, "\(declaration.text) has \(noun) without a visible character", detail: entry,
          remedy: "write a name\nremove it")
      }
    }
  }
}
