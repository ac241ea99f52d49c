/// Reports overrides of a destination with a configuration that still leads to the replaced destination.
///
/// A request through the configuration would create the real destination in a test. The reverse is intended.
enum PartialOverrideRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode == .overriding, let base = program.base else { return [] }
    var seen: Set<Pair> = []
    return program.provisions.first.compactMap { provision in
      guard !provision.token.role.isModule,
        let provider = base.layer.provider(for: provision.token.key)?.undecorated,
        provider.adapter == nil
      else { return nil }
      let replaced = provider.route.declaration
      let remaining = replaced.bindings.map(\.token).filter { token in
        token.role.isModule && program.provisions[token.key] == nil
          && base.layer.provider(for: token.key)?.undecorated.route.declaration === replaced
      }
      let pair = Pair(ordinal: provision.ordinal, replaced: ObjectIdentifier(replaced))
      guard !remaining.isEmpty, seen.insert(pair).inserted else { return nil }
      return Finding(provision.ordinal, .partialOverride(provision, of: replaced, leaving: remaining))
    }
  }

  private struct Pair: Hashable {
    let ordinal: Int
    let replaced: ObjectIdentifier
  }
}

extension Diagnostic {
  fileprivate static func partialOverride(
    _ provision: ProvisionTable.Provision, of replaced: RouteDeclaration,
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
