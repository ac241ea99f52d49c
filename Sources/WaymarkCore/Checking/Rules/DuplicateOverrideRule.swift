/// Reports members of a service that one block overrides twice.
enum DuplicateOverrideRule: CompilationRule {
  private struct Member: Hashable {
    let token: TokenDescription
    let path: AnyKeyPath
    /// Whether ``When`` contains the override, which then replaces an override outside.
    let isInProfile: Bool
  }

  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding else { return [] }
    let repeated = linked.decorators.repeated { decorator -> Member? in
      guard case .member(_, let path) = decorator.declaration.overridden else { return nil }
      return Member(
        token: decorator.declaration.token, path: path, isInProfile: decorator.isInProfile)
    }
    return repeated.compactMap { decorator, first in
      let declaration = decorator.declaration
      guard case .member(let name, _) = declaration.overridden else { return nil }
      return decorator.finding(
        .duplicateProvision,
        "one block overrides \(name == "…" ? "a member" : name) of \(declaration.token) twice",
        detail: declaration.description, related: [first.related("overridden here first")],
        remedy: "remove one of the two")
    }
  }
}
