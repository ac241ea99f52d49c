/// Reports tokens that several declarations provide.
enum DuplicateProvisionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    let base = linked.mode == .extending ? linked.base : nil
    func inBase(_ change: Change) -> Provision? {
      let provider = base?.provider(for: change.token.key)
      // A placeholder for an isolated module's missing dependency isn't a provision, unlike an adapter to one.
      return provider.flatMap {
        $0.token != change.token || $0.route.isUnimplemented && $0.undecorated.adapter == nil
          ? nil : Provision($0)
      }
    }
    let changes = base == nil ? [] : linked.changes
    return changes.compactMap { change in inBase(change).map { finding(change, first: $0, linked) } }
      + linked.repeatedChanges.compactMap { change, first in
        if let first = inBase(change) { return finding(change, first: first, linked) }
        // Other rules report these cases.
        guard change.ordinal != first.ordinal, !(change.isAdapter && first.isAdapter),
          !linked.areDisjoint(change.condition, first.condition)
        else { return nil }
        return finding(change, first: Provision(first), linked)
      }
  }

  private static func finding(_ change: Change, first: Provision, _ linked: Linked) -> Finding {
    let isSame = Provision(change).isSame(as: first)
    return Finding(
      change.ordinal,
      isSame ? .repeatedProvision(change, first, linked) : .duplicateProvision(change, first: first))
  }
}

/// The declaration that provides a token.
private struct Provision {
  let location: DeclarationLocation
  /// The declaration as source text.
  let text: String
  /// The route, or nil for an adapter.
  let route: RouteDeclaration?
  private var destination: Any.Type? { route?.destination }

  init(_ change: Change) {
    (location, text) = (change.location, change.text)
    route = if case .route(let route) = change.source { route.declaration } else { nil }
  }

  init(_ provider: Provider) {
    location = provider.location
    let provider = provider.undecorated
    let declaration = provider.route.declaration
    text = provider.adapter.map { Diagnostic.adapter($0.declaration) } ?? Diagnostic.route(declaration)
    route = provider.adapter == nil ? declaration : nil
  }

  /// Returns whether both are one declaration, of two modules of a type.
  ///
  /// A line can have several declarations.
  func isSame(as other: Self) -> Bool { location == other.location && destination == other.destination }
}

extension Diagnostic {
  fileprivate static func duplicateProvision(_ change: Change, first: Provision) -> Diagnostic {
    let token = change.token
    let routes = [Provision(change), first].lazy.compactMap(\.route)
    let wrapping = routes.compactMap { wrapperRemedy(for: token, $0) }.first
    return Diagnostic(
      .duplicateProvision, at: change.location, "\(token) is provided twice, here by \(change.text)",
      related: [Related(location: first.location, message: "\(first.text) provides it first")],
      remedy: (wrapping.map { "\($0)\n" } ?? "")
        + "remove one of the two\nreplace the first with overriding { … }\ngive each a name of its own")
  }

  /// Creates the diagnostic for a declaration of a module that is listed twice, with values that may differ.
  fileprivate static func repeatedProvision(
    _ change: Change, _ first: Provision, _ linked: Linked
  ) -> Diagnostic {
    var related = [Related(location: first.location, message: "provided here first")]
    var remedy = "list the declaration once"
    if let module = change.module {
      let name = TypeName.of(module)
      let places = linked.declared.locations(listing: module)
      if places.count > 1 {
        related = places.map { Related(location: $0, message: "\(name) is listed here") }
      }
      let isEquatable = module is any Equatable.Type
      remedy =
        "list \(name) once"
        + (isEquatable ? "" : "\nmake \(name) Equatable, so that equal values of it count once")
    }
    return Diagnostic(
      .duplicateProvision, at: change.location, "\(change.token) is provided twice by the same declaration",
      related: related, remedy: remedy)
  }
}

extension Routes {
  /// Returns the locations that list a module, at any depth.
  ///
  /// A discovered module isn't in force beside a listed one of its type.
  fileprivate func locations(listing type: Any.Type) -> [DeclarationLocation] {
    declarations.flatMap { declaration -> [DeclarationLocation] in
      switch declaration {
      case .module(let module):
        (module.type == type ? [module.location] : [])
          + Routes(module.declarations).locations(listing: type)
      case .discovered(let module): Routes(module.declarations).locations(listing: type)
      case .profile(let block): block.routes.locations(listing: type)
      case .route, .adapter, .decorator, .replacement, .handler, .note: []
      }
    }
  }
}
