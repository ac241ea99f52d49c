/// Reports members of a service that one block overrides twice.
enum DuplicateOverrideRule: CompilationRule {
  private struct Member: Hashable {
    let token: TokenKey
    let path: AnyKeyPath
    /// Whether ``When`` contains the override, which then replaces an override outside.
    let isInProfile: Bool
  }

  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, linked.decorators.count > 1 else { return [] }
    var first: [Member: DecoratorDeclaration] = [:]
    return linked.decorators.compactMap { decorator in
      let declaration = decorator.declaration
      guard case .member(let name, let path) = declaration.overridden else { return nil }
      let member = Member(
        token: declaration.token.key, path: path, isInProfile: decorator.isInProfile)
      guard let earlier = first[member] else {
        first[member] = declaration
        return nil
      }
      return Finding(decorator.ordinal, .duplicateOverride(name, declaration, first: earlier))
    }
  }
}

extension Diagnostic {
  fileprivate static func duplicateOverride(
    _ member: String, _ declaration: DecoratorDeclaration, first: DecoratorDeclaration
  ) -> Diagnostic {
    let member = member == "…" ? "a member" : member
    return Diagnostic(
      .duplicateProvision, at: declaration.location,
      "one block overrides \(member) of \(declaration.token) twice",
      detail: declaration.description,
      related: [Related(location: first.location, message: "overridden here first")],
      remedy: "remove one of the two")
  }
}
