import WaymarkRuntime

/// Warns about names that are constants, because all constants of a type are one name.
///
/// `declared()` takes its name from the property that calls it. A constant is initialized by a function without that
/// name, so `static let primary: Self = declared()` is the same name as each other constant of its type.
enum ConstantNameRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.image.hasNames, linked.mode != .overriding else { return [] }
    return linked.provided.compactMap { change in
      // Another rule reports a name that is provided twice.
      guard change.token.isConstant,
        !linked.repeatedChanges.contains(where: { $0.first.token == change.token })
      else { return nil }
      let type = TypeName.of(change.token.type)
      return change.finding(
        .repeatedName, severity: .warning,
        "\(change.source.text) provides a name of \(type) that is a constant, "
          + "and all constants of \(type) are one name",
        remedy: "declare the name as a computed property: static var … : Self { declared() }")
    }
  }
}

extension TokenDescription {
  /// Whether the name is a constant.
  var isConstant: Bool { name.text?.hasPrefix("Routable") == true }
}
