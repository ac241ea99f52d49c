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

  func match(_ url: String) -> String? { match(Parts(url)) }

  /// - Parameter parts: The parts of a URL, or nil for an invalid one.
  func match(_ parts: Parts?) -> String? {
    guard let parts else { return nil }
    return patterns.filter { matches($0, parts) }.min { isMoreSpecific($0, $1) }?.text
  }

  struct Parts {
    var scheme: String?
    var host: String?
    var hostWithoutPort: String?
    var segments: [String]

    init?(_ url: String) {
      var rest = url.prefix { $0 != "#" }.prefix { $0 != "?" }[...]
      if let colon = rest.firstIndex(where: { ":/".contains($0) }), rest[colon] == ":",
        colon > rest.startIndex,
        rest[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }),
        rest.first?.isLetter == true
      {
        scheme = rest[..<colon].lowercased()
        rest = rest[rest.index(after: colon)...]
      }
      if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        let authority = rest.prefix { $0 != "/" }
        rest = rest[authority.endIndex...]
        guard
          let host = Self.decoded(
            String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""))
        else { return nil }
        self.host = Self.folded(host)
        hostWithoutPort = Self.folded(String(host.prefix { $0 != ":" }))
      }
      guard rest.isEmpty ? host != nil : rest.first == "/" else { return nil }
      guard rest.count > 1 else {
        segments = []
        return
      }
      let decoded = rest.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        .map { Self.decoded(String($0)) }
      guard !decoded.contains(nil) else { return nil }
      segments = decoded.compactMap(\.self)
    }

    static func folded(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0.isASCII ? Character($0).lowercased().unicodeScalars.first ?? $0 : $0 })
      )
    }

    static func decoded(_ text: String) -> String? {
      var bytes: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
          return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
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
