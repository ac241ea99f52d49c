import WaymarkRuntime

/// Reports adapters without a closure if the provided type doesn't conform to the required type.
///
/// The rule also checks adapters of the base that lead to a replacement.
enum AdapterConformanceRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    declared(linked) + inherited(linked)
  }

  private static func declared(_ linked: Linked) -> [Finding] {
    let adapters = linked.adapters.filter(\.declaration.isPlain)
    guard !adapters.isEmpty else { return [] }
    let index = linked.conformances
    return adapters.compactMap { adapter in
      // Other rules report an adapter without a target.
      guard let target = linked.target(of: adapter.declaration.provided) else { return nil }
      let required = adapter.declaration.required
      if let converted = target.converted,
        ConformanceRule.problem(converted, as: required, using: index) == nil
      {
        return nil
      }
      guard let type = type(of: target, for: required),
        let problem = ConformanceRule.problem(type, as: required, using: index)
      else { return nil }
      return Finding(
        adapter.ordinal,
        .adapterNotConforming(
          adapter.declaration, type, target.route, isWrapped: target.converted != nil, problem))
    }
  }

  private static func inherited(_ linked: Linked) -> [Finding] {
    let adapters = linked.steps.flatMap(\.inheritedAdapters).map(\.declaration).filter(\.isPlain)
    guard !adapters.isEmpty else { return [] }
    let index = linked.conformances
    return adapters.compactMap { adapter in
      // The value of an interface may conform, and so may the result of a closure.
      guard let target = linked.target(of: adapter.provided), target.converted == nil,
        let type = type(of: target, for: adapter.required), !Metadata(of: type).isExistential,
        let problem = ConformanceRule.problem(type, as: adapter.required, using: index)
      else { return nil }
      return Finding(-1, .adapterNotConforming(adapter, type, target.route, isWrapped: false, problem))
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
    let related = [Related(location: target.location, message: "\(route(target)) provides it")]
    let message =
      problem == .missing
      ? missingConformance(type, declaration.required) : isolatedConformance(type, declaration.required)
    let conform = "conform \(TypeName.bare(type)) to \(TypeName.bare(declaration.required.type))"
    let remedy: String =
      switch (declaration.required.role.isModule, isWrapped) {
      case (true, false): "\(conform)\ngive the adapter a pair of closures, { … } back: { … }"
      case (true, true): "give the adapter a pair of closures, because it adapts the result of a closure"
      case (false, true): "give the adapter a closure, because it adapts the result of a closure"
      case (false, false): "\(conform)\ngive the adapter a closure"
      }
    return Diagnostic(
      .notConforming, at: declaration.location, message, detail: adapter(declaration), related: related,
      remedy: remedy)
  }
}
