package import WaymarkCore
import WaymarkRuntime

extension Registry {
  /// Notes about `@Routed` properties in objects and elements that destinations store, which no rule checks.
  ///
  /// The search resolves the type of each stored property, so only tests do it.
  package var unseenProperties: [Diagnostic] {
    let routes = image.routes.filter(image.isInForce).map(\.declaration)
    let routed = Set(routes.flatMap(\.madeTypes).map { ObjectIdentifier($0) })
    return routes.filter { !$0.accepts(.unseenProperty) }.flatMap { route in
      let seen = Set(route.dependencies.flatMap(\.candidates).map(\.unnamed))
      return StoredElements(of: route.destination).all.compactMap { stored -> Diagnostic? in
        guard !routed.contains(ObjectIdentifier(stored.type)),
          let property = Dependency.routedProperties(of: stored.type).first(where: {
            seen.isDisjoint(with: $0.candidates)
          })
        else { return nil }
        let (type, token) = (TypeName.of(stored.type), property.candidates[0])
        return Diagnostic(
          .unseenProperty, severity: .note, at: route.location,
          "no rule checks the @Routed property '\(property.label ?? "")' of \(type), which \(TypeName.of(route.destination)) stores",
          detail: "\(stored.name): \(type) needs \(token)",
          remedy: """
            add Requires(\(token.argument)), or its name, to \(route.text)
            declare a route of \(type), and request it from there
            add Accepts(.unseenProperty, because: …) to \(route.text)
            """)
      }
    }
  }
}
