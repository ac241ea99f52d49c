// Parts of messages that several diagnostics share.
extension Diagnostic {
  /// A provided token and the location of its declaration, for suggestions.
  typealias Near = (token: TokenDescription, location: DeclarationLocation)

  /// Returns the entry that names the tokens of parameters: `Takes(.clock)`.
  static func takes(_ tokens: [TokenDescription]) -> String {
    "Takes(\(tokens.map(\.argument).joined(separator: ", ")))"
  }

  /// Returns the locations of tokens that the declaration probably means.
  static func suggestions(_ near: [Near]) -> [Related] {
    near.map { Related(location: $0.location, message: "\($0.token) is provided here") }
  }

  /// Returns a question about a similar token to append to a remedy, or an empty string.
  static func didYouMean(_ similar: TokenDescription?) -> String {
    similar.map { " (did you mean \($0)?)" } ?? ""
  }

  /// Returns the remedy for a missing token.
  ///
  /// - Parameters:
  ///   - token: The missing token.
  ///   - alternative: The token of the other kind that would also do, if any.
  ///   - near: Similar tokens, and modules that provide the token.
  ///   - requests: Whether a request of a similar token is a remedy.
  ///   - route: A route that can provide the token, if the message doesn't mention it elsewhere.
  ///   - need: The route with the parameter that needs the token, or nil for another need.
  static func missing(
    _ token: TokenDescription, or alternative: TokenDescription? = nil, _ near: Suggestions,
    requests: Bool = true, addingTo route: RouteDeclaration? = nil, of need: RouteDeclaration? = nil
  ) -> String {
    let isCollection = token.role.isCollection
    let verb = provides(token)
    let place = route.map { "\($0.text) at \($0.location), which can provide it" } ?? "a route"
    let tokens = alternative.map { "\(token.expression) or \($0.expression)" } ?? token.expression
    // A token that is declared with a name, as most are, has no initializer.
    let provision = token.isNamed ? tokens : "\(tokens), or its name,"
    let entry = isCollection ? "Contributes(to: \(token.argument))" : provision
    let request =
      requests && !isCollection ? near.requested(for: token).map { self.request($0, in: need) } : nil
    let module: String?
    switch (near.modules.count, near.unread.count) {
    case (1..., _): module = "add \(Suggestions.which(near.modules)) \(verb), to the registry"
    case (_, 1): module = "add \(near.unread[0]), if it \(verb): it isn't in the registry"
    case (_, 2...):
      module = "add one of \(Suggestions.list(near.unread)), if it \(verb): they aren't in the registry"
    default: module = request == nil ? "add the module that \(verb) to the registry" : nil
    }
    let own = "add \(entry) to \(place)"
    let actions = near.modules.isEmpty ? [request, own, module] : [module, request, own]
    return actions.compactMap(\.self).joined(separator: "\n") + near.question
  }

  /// Returns the part of a message about a route that provides a token.
  static func provides(_ token: TokenDescription) -> String {
    token.role.isCollection ? "contributes to it" : "provides it"
  }

  /// Returns the action that requests a similar token.
  private static func request(_ token: TokenDescription, in need: RouteDeclaration?) -> String {
    // A service is created on any thread, and a view only on the main actor.
    guard let need, token.role == .view, !need.tokens.contains(where: { $0.role.kind == .view }) else {
      return "request \(token.expression)"
    }
    return
      "take DestinationViewRouter<\(TypeName.of(token.type))> in place of the view, and create the view where it is shown"
  }

  /// Returns the action that lets a decorator request what it needs.
  static func decoratorClosure(_ token: TokenDescription) -> String {
    "write Decorates(\(token.argument), with: { (inner: \(TypeName.of(token.type)), routes: Resolver) in … })"
  }

  /// Returns the first line of a remedy for a route that wraps what it provides, or nil if no parameter has the type of
  /// the token.
  static func wrapperRemedy(for token: TokenDescription, _ declaration: RouteDeclaration) -> String? {
    let wrapsInner = declaration.dependencies.contains { need in
      need.strength == .eager && need.candidates.contains { $0.unnamed == token.unnamed }
    }
    guard wrapsInner else { return nil }
    let (wrapper, inner) = (TypeName.of(declaration.destination), TypeName.bare(token.type))
    return
      "if \(wrapper) wraps another \(inner), write Decorates(\(token.argument), with: \(wrapper).init) in place of its route\n"
  }

  /// Returns a description of a dependency and its route.
  static func need(_ declaration: RouteDeclaration, _ dependency: Dependency) -> String {
    let what = dependency.collectionToken.map(\.description) ?? TypeName.of(dependency.candidates[0].type)
    return "\(declaration.text) needs \(what) (\(dependency.label ?? "declared"))"
  }

  /// Returns a description of a dependency and its route, with the route that satisfies it.
  static func need(
    _ declaration: RouteDeclaration, _ dependency: Dependency, _ target: RouteDeclaration
  ) -> String {
    let verb =
      dependency.collection == nil ? "which \(target.text) makes" : "to which \(target.text) contributes"
    return "\(need(declaration, dependency)), \(verb)"
  }

  /// The remedy for an override of a declaration that the base registry doesn't have.
  package static let overrideOrExtend =
    "override a token that the base registry provides\nadd this route with extending { … }"
}

extension [Diagnostic] {
  /// Returns the diagnostics followed by the ones that only other variants of the application have.
  func adding(_ others: [Diagnostic]) -> [Diagnostic] {
    guard !others.isEmpty else { return self }
    var seen = Set(self)
    return others.reduce(into: self) { all, other in
      guard seen.insert(other.found(in: nil)).inserted, !all.contains(where: other.repeats) else { return }
      all.append(other)
    }
  }
}

extension Diagnostic {
  /// Returns whether another diagnostic lists all needs of this one, for example if a profile replaces one of the
  /// routes that need a module.
  fileprivate func repeats(_ other: Diagnostic) -> Bool {
    guard code == .missingRequirement, other.code == code, !related.isEmpty, remedy == other.remedy else {
      return false
    }
    return Set(related).isSubset(of: other.related)
  }
}
