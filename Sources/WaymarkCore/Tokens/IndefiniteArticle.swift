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
