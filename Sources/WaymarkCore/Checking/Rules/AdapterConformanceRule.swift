import WaymarkRuntime

/// Reports adapters without a closure if the provided type doesn't conform to the required type.
///
/// The rule also checks adapters of the base that lead to a replacement.
enum AdapterConformanceRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    let declared = linked.adapters.map { (ordinal: Optional($0.ordinal), declaration: $0.declaration) }
    let inherited = linked.steps.flatMap(\.inheritedAdapters).map {
      (ordinal: Int?.none, declaration: $0.declaration)
    }
    return (declared + inherited).filter(\.declaration.isPlain).compactMap { ordinal, adapter in
      let required = adapter.required
      func problem(_ type: Any.Type) -> ConformanceRule.Problem? {
        ConformanceRule.problem(type, as: required, using: linked.conformances)
      }
      // Other rules report an adapter without a target.
      guard let target = linked.target(of: adapter.provided),
        let type = required.role.isModule ? target.route.configuration?.type : target.route.destination
      else { return nil }
      // For an inherited adapter, the result of a closure may conform.
      if let converted = target.converted, ordinal == nil || problem(converted) == nil { return nil }
      // The value of an interface may conform, too.
      guard ordinal != nil || !Metadata(of: type).isExistential, let problem = problem(type) else {
        return nil
      }
      let closure = required.role.isModule ? "a pair of closures" : "a closure"
      let remedy =
        if target.converted != nil {
          "give the adapter \(closure), because it adapts the result of a closure"
        } else {
          "conform \(TypeName.bare(type)) to \(TypeName.bare(required.type))\ngive the adapter \(closure)"
            + (required.role.isModule ? ", { … } back: { … }" : "")
        }
      return Finding(
        ordinal ?? -1,
        adapter.problem(
          .notConforming, problem.message(about: type, as: required), detail: adapter.text,
          related: [target.route.related("\(target.route.text) provides it")], remedy: remedy))
    }
  }
}
