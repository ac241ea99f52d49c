import Foundation
import SeededTesting
import SharedFixtures
import Waymark

@testable import WaymarkNavigation

/// A registry of one service that all these URLs lead to.
func registry(of patterns: [String], except exclusions: [String] = []) throws -> Registry {
  try Registry { timeRoute(patterns.map { URLPattern($0) } + exclusions.map { URLPattern(excluding: $0) }) }
}

/// A route of the time with these patterns.
func timeRoute(_ patterns: [URLPattern], fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route(SystemTime.self, fileID: fileID, line: line) {
    RoutableService<any TimeSource>()
    for pattern in patterns { pattern }
  }
}

/// A route of the time with these patterns.
func timeRoute(_ patterns: String..., fileID: StaticString = #fileID, line: Int = #line) -> Route {
  timeRoute(patterns.map { URLPattern($0) }, fileID: fileID, line: line)
}

/// A route of a store with these patterns.
func storeRoute(
  named name: String = "memory", _ patterns: [URLPattern], fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route({ MemoryStore(name: name) }, fileID: fileID, line: line) {
    RoutableService<any NoteStore>()
    for pattern in patterns { pattern }
  }
}

/// A route of a store with these patterns.
func storeRoute(
  named name: String = "memory", _ patterns: String..., fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  storeRoute(named: name, patterns.map { URLPattern($0) }, fileID: fileID, line: line)
}

/// A matcher without any cleverness: splits, decodes, tries every pattern, and sorts the matching ones.
struct ReferenceMatcher {
  let patterns: [ParsedPattern]

  /// Returns the pattern of a valid URL.
  func match(_ url: String) -> String? {
    guard let parts = Parts(url) else { return nil }
    return patterns.filter { matches($0, parts) }.min { isMoreSpecific($0, $1) }?.text
  }

  /// The decoded parts of a valid URL.
  struct Parts {
    var scheme: String?
    var host: String?
    var hostWithoutPort: String?
    var segments: [String]

    init?(_ url: String) {
      var rest = url.prefix { !"?#".contains($0) }
      if let front = rest.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):/) {
        scheme = front.output.1.lowercased()
        rest = rest[front.range.upperBound...]
      }
      if rest.hasPrefix("//") {
        let authority = rest.dropFirst(2).prefix { $0 != "/" }
        rest = rest[authority.endIndex...]
        let last = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        host = last.removingPercentEncoding.map(Self.folded)
        hostWithoutPort = host.map { String($0.prefix { $0 != ":" }) }
      }
      guard rest.isEmpty ? host != nil : rest.first == "/" else { return nil }
      let path = rest.dropFirst()
      segments =
        path.isEmpty ? [] : path.split(separator: "/", omittingEmptySubsequences: false).map(Self.decoded)
    }

    private static func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? "invalid" }

    /// Returns a text with the ASCII letters in lowercase.
    static func folded(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map {
            $0.isASCII ? $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 : $0
          }))
    }
  }

  private func matches(_ shape: ParsedPattern, _ url: Parts) -> Bool {
    if let scheme = shape.scheme, scheme != url.scheme { return false }
    if let host = shape.host.map(ExactText.init), host != url.host.map(ExactText.init),
      host != url.hostWithoutPort.map(ExactText.init)
    {
      return false
    }
    var segments = url.segments[...]
    for segment in shape.segments {
      switch segment {
      case .rest: return true
      case .literal(let text): guard segments.popFirst().map(ExactText.init) == text else { return false }
      case .name, .any: guard segments.popFirst()?.isEmpty == false else { return false }
      }
    }
    return segments.isEmpty
  }

  private func isMoreSpecific(_ first: ParsedPattern, _ second: ParsedPattern) -> Bool {
    let (left, right) = (rank(first), rank(second))
    return left.lexicographicallyPrecedes(right)
  }

  private func rank(_ shape: ParsedPattern) -> [Int] {
    [shape.scheme == nil ? 1 : 0, shape.host == nil ? 2 : shape.host?.contains(":") == true ? 0 : 1]
      + shape.segments.map { segment in
        switch segment {
        case .literal: 1
        case .name: 2
        case .any: 3
        case .rest: 4
        }
      } + [0]
  }
}

/// A text of any characters of Unicode.
func randomText(_ least: Int, _ numbers: inout SeededGenerator) -> String {
  let common = Array(" /?#%&=+.:@~*é日\u{0}\n\u{301}👍🏽".unicodeScalars)
  return String(
    String.UnicodeScalarView(
      (0..<Int.random(in: least...6, using: &numbers)).map { _ in
        Bool.random(using: &numbers)
          ? common.randomElement(using: &numbers) ?? " "
          : Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &numbers)) ?? "x"
      }))
}
