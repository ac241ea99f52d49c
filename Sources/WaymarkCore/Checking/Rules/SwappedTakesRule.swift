import WaymarkRuntime

/// Warns about names in `Takes` of which the destination's properties show another order.
///
/// The compiler can't find swapped names of one type, and the wrong provider works, too.
enum SwappedTakesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      guard declaration.taken.count > 1 else { return [] }
      return swaps(in: declaration)
    }
  }

  private static func swaps(in declaration: RouteDeclaration) -> [Diagnostic] {
    var types: [ObjectIdentifier: [RouteParameter]] = [:]
    for parameter in declaration.parameters where parameter.token != nil {
      types[ObjectIdentifier(parameter.type), default: []].append(parameter)
    }
    // In the order of the parameters.
    return declaration.parameters.compactMap { parameter in
      guard let parameters = types.removeValue(forKey: ObjectIdentifier(parameter.type)), parameters.count > 1
      else { return nil }
      return swap(of: parameters, in: declaration)
    }
  }

  /// Checks the names for the parameters of one type.
  private static func swap(of parameters: [RouteParameter], in declaration: RouteDeclaration) -> Diagnostic? {
    let taken = parameters.compactMap(\.token)
    let properties = StoredPropertyName.all(of: parameters[0].type, in: declaration.destination)
    var found: [Int] = []
    for token in taken {
      guard let name = token.name.text?.lowercased() else { return nil }
      func places(where matches: (String) -> Bool) -> [Int] {
        properties.indices.filter { matches(properties[$0].lowercased()) }
      }
      let equal = places { $0 == name }
      let matching = equal.isEmpty ? places { name.contains($0) || $0.contains(name) } : equal
      // Names that match several properties, or one property twice, show no order.
      guard matching.count == 1, !found.contains(matching[0]) else { return nil }
      found.append(matching[0])
    }
    let order = found.indices.sorted { found[$0] < found[$1] }
    guard order != Array(found.indices) else { return nil }
    let names = found.sorted().map { properties[$0] }.joined(separator: ", ")
    return declaration.problem(
      .swappedTakes, severity: .warning,
      "\(Diagnostic.takes(taken)) of \(declaration.text) has another order than its properties: \(names)",
      remedy: "write \(Diagnostic.takes(order.map { taken[$0] })), if the initializer has the order of the "
        + "properties\nadd Accepts(.swappedTakes, because: …) if it has another order")
  }
}
