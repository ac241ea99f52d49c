import WaymarkRuntime

/// Names of types for messages; making one costs microseconds, so only messages do.
enum TypeName {
  /// The type as it is written in Swift: `any EditorInput` for an existential, `Editor` for a class.
  static func of(_ type: Any.Type) -> String {
    let name = TypeNames.short(type)
    guard Metadata(of: type).kind == .existential, name != "Any", name != "AnyObject" else { return name }
    return "any \(name)"
  }

  /// The type without `any`, as in "conforms to EditorInput".
  static func bare(_ type: Any.Type) -> String { TypeNames.short(type) }
}
