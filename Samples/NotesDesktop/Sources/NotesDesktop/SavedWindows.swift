import Foundation
import Waymark

/// The windows that were open when the program ended, in a file.
struct SavedWindows {
  /// A window: the screens of each tab, and its size.
  struct Window: Codable {
    var plans: [String: RoutePlan]
    var width: Int
    var height: Int
  }

  let file: URL

  /// The windows in the file, or none if it doesn't exist or belongs to another version of the program.
  var windows: [Window] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode([Window].self, from: data)) ?? []
  }

  /// Saves the windows.
  func save(_ windows: [Window]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(windows).write(to: file, options: .atomic)
  }
}
