package import WaymarkCore
import WaymarkRuntime

extension Registry {
  /// Notes about `@Routed` properties in objects and elements that destinations store, which no rule checks.
  ///
  /// The search resolves the type of each stored property, so only tests do it.
  package var unseenProperties: [Diagnostic] {
    let routes = image.routes.filter { isInForce(.route($0)) }.map(\.declaration)
    let routed = Set(routes.flatMap(\.madeTypes).map { ObjectIdentifier($0) })
    return routes.filter { !$0.accepts(.unseenProperty) }.flatMap { route in
      let seen = Set(route.dependencies.flatMap(\.candidates).map(\.unnamed))
      return StoredElements(of: route.destination).all.compactMap { stored -> Diagnostic? in
        guard !routed.contains(ObjectIdentifier(stored.type)),
          let property = RoutedProperties.of(stored.type).properties.first(where: { !seen.contains($0.token) }
          )
        else { return nil }
        return .unseenProperty(property, of: stored, in: route)
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func unseenProperty(
    _ property: RoutedProperty, of stored: StoredPropertySearch.Property, in declaration: RouteDeclaration
  ) -> Diagnostic {
    let type = TypeName.of(stored.type)
    return Diagnostic(
      .unseenProperty, severity: .note, at: declaration.location,
      "no rule checks the @Routed property '\(property.name)' of \(type), which \(TypeName.of(declaration.destination)) stores",
      detail: "\(stored.name): \(type) needs \(property.token)",
      remedy: """
        add Requires(\(property.token.argument)), or its name, to \(route(declaration))
        declare a route of \(type), and request it from there
        add Accepts(.unseenProperty, because: …) to \(route(declaration))
        """)
  }
}
