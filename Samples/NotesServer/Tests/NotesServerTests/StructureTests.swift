import Foundation
import Testing

/// What the sources of the application have to be like.
@Suite struct StructureTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardizedFileURL

  /// Returns the texts of all source files of a target, by their names.
  private func files(of target: String) throws -> [String: String] {
    let folder = Self.sources.appending(path: target)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try names.filter { $0.hasSuffix(".swift") }.map {
        ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      })
  }

  private var targets: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: Self.sources.path) }
  }

  @Test(arguments: [
    ("ServerInterfaces", []), ("PageKit", ["ServerInterfaces"]),
    ("Accounts", ["PageKit", "ServerInterfaces"]), ("Notes", ["PageKit", "ServerInterfaces"]),
    ("Search", ["PageKit", "ServerInterfaces"]), ("Sharing", ["PageKit", "ServerInterfaces"]),
    ("Admin", ["PageKit", "ServerInterfaces"]), ("WebServer", ["PageKit", "ServerInterfaces"]),
    ("Storage", ["ServerInterfaces"]), ("Remote", ["ServerInterfaces"]),
  ])
  func modulesDoNotImportEachOther(_ target: String, _ allowed: [String]) throws {
    let own = Set(try targets)
    #expect(own.isSuperset(of: allowed + [target]))
    var imported: Set<String> = []
    for text in try files(of: target).values {
      for match in text.matches(of: #/(?m)^(?:@?[a-z]+ +)*import +(?:[a-z]+ +)?([A-Za-z]+)/#) {
        imported.insert(String(match.output.1))
      }
    }
    #expect(imported.contains("Waymark"))
    #expect(imported.intersection(own) == Set(allowed))
  }

  @Test func noLinkIsWrittenByHand() throws {
    var links = 0
    for target in try targets {
      for (name, text) in try files(of: target) {
        for match in text.matches(of: #/(?:href|src|action)=\\?"(.{0,20})/#) {
          links += 1
          #expect(
            match.output.1.hasPrefix("{{") || match.output.1.hasPrefix("#"),
            "\(target)/\(name): \(match.output.0)")
        }
      }
    }
    #expect(links > 40)
  }
}
