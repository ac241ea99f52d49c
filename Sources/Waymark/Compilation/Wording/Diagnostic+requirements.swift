// The diagnostics about the dependencies of a route.
extension Diagnostic {
  static func ambiguousParameter(
    _ index: Int, _ type: Any.Type, _ declaration: RouteDeclaration, _ found: [Near]
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousParameter, at: declaration.location,
      "parameter \(index + 1) of \(route(declaration)), \(TypeName.of(type)), is registered both as a view and as a service",
      related: suggestions(found),
      remedy: "write make: { routes in … } and ask for the one that is meant")
  }

  static func missingRequirement(
    _ token: TokenDescription, _ dependency: Dependency, _ declaration: RouteDeclaration, near: Program.Near
  ) -> Diagnostic {
    let message: String
    let remedy: String
    switch dependency.origin {
    case .parameter(let index):
      let what = dependency.strength == .eager ? TypeName.of(token.type) : "a router to \(token)"
      message = "parameter \(index + 1) of \(route(declaration)) needs \(what), and nothing provides it"
      remedy =
        QualifiedName.of(token.type).hasPrefix("Swift.") && near.roles.isEmpty
        ? "a parameter is looked up by its type, and a \(what) is rarely one thing for a whole program: write "
          + "make: { … } and pass it there, or take it from a configuration"
        : "\(missing(token, near.roles)), or make the parameter optional"
    case .property(let name):
      message =
        "the @Routed property \(name) of \(route(declaration)) needs \(token), and nothing provides it"
      remedy = "\(missing(token, near.roles)), or make the property optional"
    case .requirement:
      message = "\(route(declaration)) needs \(token), and nothing provides it"
      remedy = missing(token, near.roles)
    }
    var related = suggestions(near.roles)
    if let fitting = near.fitting {
      let name = TypeName.of(fitting.destination)
      related.append(Related(location: fitting.location, message: "\(name) could be provided as \(token)"))
    }
    let similar = near.similar.map { "; did you mean \($0)?" } ?? ""
    return Diagnostic(
      .missingRequirement, at: declaration.location, message,
      detail: dependency.strength == .declared ? "Requires(\(token)())" : nil, related: related,
      remedy: remedy + similar)
  }
}
