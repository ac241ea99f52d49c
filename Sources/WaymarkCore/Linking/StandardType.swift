import WaymarkRuntime

/// The types of which two values rarely mean the same: strings, numbers, dates, and the like, and collections of them.
///
/// A parameter of such a type gets a provider with a name only through ``Takes``.
enum StandardType {
  private static let names: Set<String> = {
    let integers = ["Int", "UInt"].flatMap { name in ["", "8", "16", "32", "64"].map { name + $0 } }
    let swift =
      integers + [
        "String", "Substring", "Character", "Bool", "Float", "Double", "Duration", "Array", "Dictionary",
        "Set",
        "Optional",
      ]
    let foundation = ["URL", "Date", "Data", "UUID", "Decimal"]
    return Set(
      swift.map { "Swift.\($0)" } + foundation.flatMap { ["Foundation.\($0)", "FoundationEssentials.\($0)"] })
  }()

  private static let known = Lock<[ObjectIdentifier: Bool]>([:])

  /// Returns whether a type is one of these types.
  ///
  /// - Complexity: O(1) after the first call for a type.
  static func contains(_ type: Any.Type) -> Bool {
    switch Metadata(of: type).kind {
    case .struct, .enum, .optional: break
    default: return false
    }
    return known.withLock { known in
      if let isKnown = known[ObjectIdentifier(type)] { return isKnown }
      // The name of an array contains the name of its elements.
      let parts = QualifiedName.of(type).split { !$0.isLetter && !$0.isNumber && !"._".contains($0) }
      let isStandard = parts.allSatisfy { names.contains(String($0)) }
      known[ObjectIdentifier(type)] = isStandard
      return isStandard
    }
  }
}
