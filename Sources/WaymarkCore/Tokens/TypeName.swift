import WaymarkRuntime

/// Names of types for messages; making one takes microseconds, so nothing else uses them.
package enum TypeName {
  /// Returns the type as it's written in Swift: `any EditorInput` for an existential, `Editor` for a class,
  /// `[any EditorInput]` for an array.
  package static func of(_ type: Any.Type) -> String {
    if let array = array(type) { return array }
    let name = TypeNames.short(type)
    guard Metadata(of: type).kind == .existential, name != "Any", name != "AnyObject" else { return name }
    return "any \(name)"
  }

  /// Returns the type of an array as it's written in Swift; nil for any other type.
  private static func array(_ type: Any.Type) -> String? {
    let metadata = Metadata(of: type)
    guard metadata.kind == .struct, metadata.valueIdentity == Metadata(of: [Int].self).valueIdentity else {
      return nil
    }
    return "[\(of(metadata.valueArgument(0).type))]"
  }

  /// Returns the type without `any`, as in "conforms to EditorInput".
  static func bare(_ type: Any.Type) -> String { TypeNames.short(type) }

  /// Returns the type without `any`, after an indefinite article: `an Int`, `a URL`.
  package static func withArticle(_ type: Any.Type) -> String {
    let name = array(type) ?? bare(type)
    return "\(IndefiniteArticle.before(name)) \(name)"
  }
}

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

/// The English indefinite article, for messages.
package enum IndefiniteArticle {
  /// Returns `an` before a name that is pronounced with a vowel at its beginning; otherwise, `a`.
  package static func before(_ name: String) -> String {
    let start = name.prefix(2)
    // The letters of an acronym are pronounced one by one: an XMLParser, a UInt.
    let isAcronym = start.count == 2 && start.allSatisfy(\.isUppercase)
    let vowels = isAcronym ? "AEFHILMNORSX" : "AEIOaeio"
    return name.first.map(vowels.contains) == true ? "an" : "a"
  }
}
