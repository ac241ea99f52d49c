import WaymarkRuntime

/// Reports tokens that several declarations provide, or that one declaration provides twice.
enum DuplicateProvisionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    let base = linked.mode == .extending ? linked.base : nil
    func inBase(_ change: Change) -> Provision? {
      let provider = base?.provider(for: change.token)
      // A placeholder for an isolated module's missing dependency isn't a provision, unlike an adapter to one.
      return provider.flatMap {
        $0.token != change.token || $0.route.isUnimplemented && $0.undecorated.adapter == nil
          ? nil : Provision($0)
      }
    }
    let changes = base == nil ? [] : linked.changes
    return changes.compactMap { change in
      inBase(change).map { finding(change, first: $0, ofBase: true, linked) }
    }
      + linked.repeatedChanges.compactMap { change, first in
        guard change.ordinal != first.ordinal else {
          return change.finding(
            .repeatedProvision, "\(change.source.text) provides \(change.token) twice",
            remedy: "remove one of the two")
        }
        if let first = inBase(change) { return finding(change, first: first, ofBase: true, linked) }
        // Another rule reports a conflict of profiles.
        guard !linked.areDisjoint(change.source.condition, first.source.condition) else { return nil }
        guard change.source.route == nil, first.source.route == nil else {
          return finding(change, first: Provision(first), linked)
        }
        return change.finding(
          .duplicateAdapter, "\(change.token) has two adapters", detail: change.source.text,
          related: [first.source.related("\(first.source.text) is the first")], remedy: "remove one of them")
      }
  }

  private static func finding(
    _ change: Change, first: Provision, ofBase isOfBase: Bool = false, _ linked: Linked
  ) -> Finding {
    let token = change.token
    let own = Provision(change)
    // A line can have several declarations.
    let isSame = own.location == first.location && own.route?.destination == first.route?.destination
    guard isSame else {
      let routes = [own, first].lazy.compactMap(\.route)
      let wrapping = routes.compactMap { Diagnostic.wrapperRemedy(for: token, $0) }.first
      let moving =
        isOfBase && change.source.condition != nil ? "move the When to the block of the base registry\n" : ""
      return change.finding(
        .duplicateProvision, "\(token) is provided twice, here by \(change.source.text)",
        related: [first.related("\(first.text) provides it first")],
        remedy: (wrapping ?? "") + moving
          + "remove one of the two\nreplace the first with overriding { … }\n\(naming(token))")
    }
    // Both are one declaration of a module that is listed twice, with values that may differ.
    var related = [first.related("provided here first")]
    var remedy = "declare it once, not in a loop or twice on one line"
    if let module = change.source.module {
      let name = TypeName.of(module)
      // A discovered module isn't in force beside a listed one of its type.
      var places: [DeclarationLocation] = []
      linked.declared.forEachModule { listed, _ in
        if !listed.isDiscovered, listed.type == module { places.append(listed.location) }
        return true
      }
      if isOfBase { remedy = "list \(name) only in the base registry" }
      if places.count > 1 {
        related = places.map { Diagnostic.Related(location: $0, message: "\(name) is listed here") }
        let isEquatable = module is any Equatable.Type
        remedy =
          "list \(name) once"
          + (isEquatable ? "" : "\nmake \(name) Equatable, so that equal values of it count once")
      }
    }
    return change.finding(
      .duplicateProvision, "\(token) is provided twice by the same declaration", related: related,
      remedy: remedy)
  }

  /// Returns the remedy of different names.
  private static func naming(_ token: TokenDescription) -> String {
    token.isConstant
      ? "declare the name as a computed property: static var … : Self { declared() }"
      : "give each a name of its own"
  }
}

/// The declaration that provides a token.
private struct Provision: Located {
  let location: DeclarationLocation
  /// The declaration as source text.
  let text: String
  /// The route, or nil for an adapter.
  let route: RouteDeclaration?

  init(_ change: Change) {
    (location, text, route) = (change.location, change.source.text, change.source.route)
  }

  init(_ provider: Provider) {
    location = provider.location
    let adapter = provider.undecorated.adapter?.declaration
    text = adapter?.text ?? provider.route.declaration.text
    route = adapter == nil ? provider.route.declaration : nil
  }
}
