/// Reports overrides of a destination with a configuration that still leads to the replaced destination.
///
/// A request through the configuration would create the real destination in a test or a profile. The reverse is
/// intended.
enum PartialOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    var seen: [Int: Set<ObjectIdentifier>] = [:]
    return linked.replacingChanges.flatMap { change in
      // A profile inside of an override also replaces the base's provider.
      [change.replaced, linked.base?.provider(for: change.token)].compactMap { provider in
        guard !change.token.role.isModule, let provider = provider?.undecorated, provider.adapter == nil,
          provider.token == change.token
        else { return nil }
        let replaced = provider.route.declaration
        let remaining = replaced.tokens.filter { token in
          token.role.isModule
            && linked.image.provider(for: token)?.undecorated.route === provider.route
        }
        guard !remaining.isEmpty,
          seen[change.ordinal, default: []].insert(ObjectIdentifier(provider.route)).inserted
        else { return nil }
        let tokens = remaining.map(\.description).joined(separator: ", ")
        let (verb, all) = remaining.count == 1 ? ("leads", "both") : ("lead", "all of them")
        let accept =
          change.source.hasEntries
          ? "\nadd Accepts(.partialOverride, because: \"…\") if the real one is meant there" : ""
        return change.finding(
          .partialOverride,
          "\(change.token) is overridden, but \(tokens) still \(verb) to the replaced \(replaced.text)",
          related: [replaced.related("\(replaced.text) provides \(all)")],
          remedy: "provide \(tokens) too, in a route with configuration:\(accept)")
      }
    }
  }
}
