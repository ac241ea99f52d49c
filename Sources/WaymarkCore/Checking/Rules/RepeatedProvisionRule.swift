/// Reports routes that list the same token more than once.
enum RepeatedProvisionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.unusualBindings) else { return [] }
    return linked.findings { declaration in
      guard declaration.bindings.count > 1 else { return [] }
      return declaration.tokens.repeated { $0 }.map { token, _ in
        declaration.problem(
          .repeatedProvision, "\(declaration.text) provides \(token) twice", remedy: "remove one of the two")
      }
    }
  }
}
