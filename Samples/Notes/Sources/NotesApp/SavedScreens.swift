import Foundation
import Waymark

/// The screens that were open when the program ended, in a file.
struct SavedScreens {
  let file: URL

  /// The plan in the file, or nil if there is none, or if another version of the program saved it.
  var plan: RoutePlan? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(RoutePlan.self, from: data)
  }

  /// Saves the screens that URLs lead to.
  func save(_ plan: RoutePlan) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(plan).write(to: file, options: .atomic)
  }
}
