import WaymarkRuntime

/// Reports classes of ``Makes`` entries that aren't subtypes of their route's destination.
enum NamedClassRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.features) else { return [] }
    return linked.findings { declaration in
      let others = declaration.namedClasses.filter {
        Conformance.check($0, as: declaration.destination) == .missing
      }
      return others.map { .classNotMade($0, declaration) }
    }
  }
}

extension Diagnostic {
  fileprivate static func classNotMade(_ type: Any.Type, _ declaration: RouteDeclaration) -> Diagnostic {
    let name = TypeName.bare(type)
    return Diagnostic(
      .notConforming, at: declaration.location,
      "\(name) is not \(TypeName.withArticle(declaration.destination)), which \(route(declaration)) makes",
      detail: "Makes(\(name).self)",
      remedy: "remove it from Makes\nmake the route's destination a type of all")
  }
}
