import WaymarkRuntime

/// Reports classes of ``Makes`` entries that aren't subtypes of their route's destination.
enum NamedClassRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.features) else { return [] }
    return linked.findings { declaration in
      let destination = declaration.destination
      return declaration.namedClasses.filter { Conformance.check($0, as: destination) == .missing }.map {
        let name = TypeName.bare($0)
        return declaration.problem(
          .notConforming,
          "\(name) is not \(TypeName.withArticle(destination)), which \(declaration.text) makes",
          detail: "Makes(\(name).self)",
          remedy: "remove it from Makes\nmake the route's destination a type of all")
      }
    }
  }
}
