import WaymarkRuntime

/// Names of types with their modules, which are the same each time the program runs.
enum QualifiedName {
  static func of(_ type: Any.Type) -> String {
    var name = TypeNames.qualified(type)
    // A private type's name contains an address, which is different each time.
    while let start = name.firstRange(of: "(unknown context at $"),
      let end = name[start.upperBound...].firstRange(of: ").")
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }
}
