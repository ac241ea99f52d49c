import WaymarkRuntime

/// Names of types in Swift, for messages only, because creating one takes microseconds.
package enum TypeName {
  /// Returns a type as source text: `any EditorInput` for an existential, `[any EditorInput]` for an array.
  package static func of(_ type: Any.Type) -> String {
    if let array = array(type) { return array }
    let name = TypeNames.short(type)
    guard Metadata(of: type).kind == .existential, name != "Any", name != "AnyObject" else { return name }
    return "any \(name)"
  }

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

/// Names of types with their modules, equal in each run of the program.
enum QualifiedName {
  static func of(_ type: Any.Type) -> String {
    var name = TypeNames.qualified(type)
    // A private type's name contains an address that differs in each run.
    while let start = name.firstRange(of: "(unknown context at $"),
      let end = name[start.upperBound...].firstRange(of: ").")
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }
}

package enum IndefiniteArticle {
  /// Returns `an` before a vowel sound and `a` before any other sound.
  package static func before(_ name: String) -> String {
    let start = name.prefix(2)
    // The letters of an acronym are pronounced one by one: an XMLParser, a UInt.
    let isAcronym = start.count == 2 && start.allSatisfy(\.isUppercase)
    let vowels = isAcronym ? "AEFHILMNORSX" : "AEIOaeio"
    return name.first.map(vowels.contains) == true ? "an" : "a"
  }
}
