/// Reports overrides of a destination with a configuration that still leads to the replaced destination.
///
/// A request through the configuration would create the real destination in a test or a profile. The reverse is
/// intended.
enum PartialOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    var seen: [Int: Set<ObjectIdentifier>] = [:]
    return linked.replacingChanges.flatMap { change in
      // A profile inside of an override also replaces the base's provider.
      [change.replaced, linked.base?.provider(for: change.token.key)].compactMap { provider in
        guard !change.token.role.isModule, let provider = provider?.undecorated, provider.adapter == nil,
          provider.token == change.token
        else { return nil }
        let replaced = provider.route
        let remaining = replaced.declaration.bindings.map(\.token).filter { token in
          token.role.isModule && linked.image.provider(for: token.key)?.undecorated.route === replaced
        }
        guard !remaining.isEmpty,
          seen[change.ordinal, default: []].insert(ObjectIdentifier(replaced)).inserted
        else { return nil }
        return Finding(change.ordinal, .partialOverride(change, of: replaced.declaration, leaving: remaining))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func partialOverride(
    _ provision: Change, of replaced: RouteDeclaration,
    leaving remaining: [TokenDescription]
  ) -> Diagnostic {
    let tokens = remaining.map(\.description).joined(separator: ", ")
    let accept =
      provision.hasEntries
      ? "\nadd Accepts(.partialOverride, because: \"…\") if the real one is meant there" : ""
    return Diagnostic(
      .partialOverride, at: provision.location,
      "\(provision.token) is overridden, but \(tokens) still leads to the replaced \(route(replaced))",
      related: [Related(location: replaced.location, message: "\(route(replaced)) provides both")],
      remedy: "provide \(tokens) too, in a route with configuration:\(accept)")
  }
}
