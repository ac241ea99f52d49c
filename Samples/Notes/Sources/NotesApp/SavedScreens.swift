import Foundation
import Waymark

/// The screens that were open when the program ended, in a file.
struct SavedScreens {
  let file: URL

  /// What the file says; nil where there is none, or where it is of another version of the program.
  var plan: RoutePlan? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(RoutePlan.self, from: data)
  }

  /// Saves what is shown, as far as URLs lead there.
  func save(_ plan: RoutePlan) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(plan).write(to: file, options: .atomic)
  }
}
