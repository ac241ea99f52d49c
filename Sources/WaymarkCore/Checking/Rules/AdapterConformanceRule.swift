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
    let index = linked.conformances
    return (declared + inherited).filter(\.declaration.isPlain).compactMap { ordinal, adapter in
      let required = adapter.required
      // Other rules report an adapter without a target.
      guard let target = linked.target(of: adapter.provided), let type = type(of: target, for: required)
      else { return nil }
      if let converted = target.converted {
        // For an inherited adapter, the result of a closure may conform.
        guard ordinal != nil, ConformanceRule.problem(converted, as: required, using: index) != nil
        else { return nil }
      }
      // The value of an interface may conform, too.
      guard ordinal != nil || !Metadata(of: type).isExistential,
        let problem = ConformanceRule.problem(type, as: required, using: index)
      else { return nil }
      return Finding(
        ordinal ?? -1,
        .adapterNotConforming(adapter, type, target.route, isWrapped: target.converted != nil, problem))
    }
  }

  /// Returns the type of a route's destination or configuration that an adapter passes on.
  private static func type(of target: Linked.Target, for required: TokenDescription) -> Any.Type? {
    required.role.isModule ? target.route.configuration?.type : target.route.destination
  }
}

extension Diagnostic {
  fileprivate static func adapterNotConforming(
    _ declaration: AdapterDeclaration, _ type: Any.Type, _ target: RouteDeclaration, isWrapped: Bool,
    _ problem: ConformanceRule.Problem
  ) -> Diagnostic {
    let required = declaration.required
    let remedy =
      if isWrapped {
        "give the adapter \(required.role.isModule ? "a pair of closures" : "a closure"), "
          + "because it adapts the result of a closure"
      } else {
        "conform \(TypeName.bare(type)) to \(TypeName.bare(required.type))\n"
          + "give the adapter \(required.role.isModule ? "a pair of closures, { … } back: { … }" : "a closure")"
      }
    return Diagnostic(
      .notConforming, at: declaration.location, problem.message(about: type, as: required),
      detail: adapter(declaration),
      related: [Related(location: target.location, message: "\(route(target)) provides it")], remedy: remedy)
  }
}
