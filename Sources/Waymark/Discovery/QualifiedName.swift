/// Names of types with their modules, the same each time the program runs.
enum QualifiedName {
  static func of(_ type: Any.Type) -> String {
    // A private type's name contains an address, which is another one each time.
    String(reflecting: type).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
  }
}
