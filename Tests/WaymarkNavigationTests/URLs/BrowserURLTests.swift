import Foundation
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

/// A URL, and its parts as Ada reads them, a parser of the standard that browsers follow (WHATWG).
private struct BrowserURL: Decodable {
  struct Parts: Decodable {
    let scheme: String
    let host: String
    let port: String
    let path: String
    let query: String
    let fragment: String
  }

  let url: String
  /// The parts, or nil if the URL isn't valid.
  let read: Parts?
}

/// The decoded parts of a URL, for comparisons.
private struct DecodedURL: Equatable {
  let scheme: String
  let host: String
  let segments: [String]
  let items: [[String]]
  let fragment: String

  init(_ parameters: URLParameters) {
    let open = parameters.openParts
    let host = open.host ?? ""
    scheme = open.scheme ?? ""
    self.host = host.hasSuffix(":") ? String(host.dropLast()) : host
    segments = parameters.tail
    items = parameters.all.dropFirst().map { [$0.name] + $0.values }
    fragment = parameters.fragment ?? ""
  }

  init(_ parts: BrowserURL.Parts) {
    func decoded(_ text: Substring) -> String? { text.removingPercentEncoding }
    scheme = parts.scheme
    host = parts.port.isEmpty ? parts.host : "\(parts.host):\(parts.port)"
    let segments = parts.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    self.segments = segments == [""] ? [] : segments.map { decoded($0) ?? "invalid" }
    var items: [[String]] = []
    for item in parts.query.split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // As with Waymark's items, skip an invalid item, and an item with a name that the path has.
      guard let name = pair.first.flatMap(decoded), name != "**",
        let value = decoded(pair.dropFirst().first ?? "")
      else { continue }
      if let known = items.firstIndex(where: { $0[0].utf8.elementsEqual(name.utf8) }) {
        items[known].append(value)
      } else {
        items.append([name, value])
      }
    }
    self.items = items
    fragment = decoded(parts.fragment[...]) ?? ""
  }
}

/// The accepted differences between the two ways to read a URL.
private enum BrowserDifference: CaseIterable {
  /// A browser removes tabs and line ends in a URL, and control characters around it, and encodes others.
  case controlCharacters
  /// A browser reads a backslash as a slash in `http` and `https`, and as itself in other schemes.
  case backslashes
  /// A browser doesn't change an invalid escape in a path, or an escape with bytes that aren't UTF-8.
  case invalidEscapes
  /// A browser ignores missing and additional slashes after `http:` and `https:`.
  case slashes
  /// A browser refuses invalid hosts, and converts numbers and other characters. Waymark compares hosts with patterns.
  case hosts
  /// A browser refuses user information and a port without a host.
  case missingHosts
  /// A browser leaves a period at the end of a host.
  case periods
  /// A browser removes the port 80 of `http` and 443 of `https`. A pattern without a port matches both forms.
  case defaultPorts
  /// A browser decodes the host of `http` and `https` only, and leaves its case in other schemes.
  case otherSchemes

  func applies(to url: String) -> Bool {
    let front = String(url.trimmingPrefix(while: \.isWhitespace).prefix { !"?#".contains($0) })
    let authority = front.firstRange(of: "//").map { front[$0.upperBound...].prefix { $0 != "/" } } ?? ""
    let host = String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return switch self {
    case .controlCharacters:
      url.trimmingCharacters(in: .whitespacesAndNewlines).unicodeScalars.contains {
        $0.value <= 0x20 || $0.value == 0x7F
      }
    case .backslashes: front.contains("\\")
    case .invalidEscapes: (try? PercentCoding.decode(Array(front.utf8)).get()) == nil
    case .slashes:
      front.firstMatch(of: /^http[s]?:\/\/[^\/]/.ignoresCase()) == nil && front.lowercased().hasPrefix("http")
    case .hosts:
      host.firstMatch(of: /^([a-z][a-z0-9-]*(\.[a-z-]+)*|127.0.0.1|\[::1\])?\.?(:[0-9]*)?$/.ignoresCase())
        == nil
    case .missingHosts:
      !Self.slashes.applies(to: url) && (host.isEmpty || host.hasPrefix(":") || host.hasPrefix("."))
    case .periods: host.contains(/\.(:|$)/)
    case .defaultPorts: host.hasSuffix(":80") || host.hasSuffix(":443")
    case .otherSchemes:
      !front.lowercased().hasPrefix("http") && (host.contains("%") || host != host.lowercased())
    }
  }
}

@Suite("URLs as browsers read them")
struct BrowserURLTests {
  /// The URLs that `.ci/urls` has generated, or a part of them.
  private static func urls() throws -> [BrowserURL] {
    let part = URL(filePath: #filePath).appending(path: "../../../BrowserURLs/Part.jsonl").standardizedFileURL
    let path = ProcessInfo.processInfo.environment["WAYMARK_URLS"] ?? part.path
    return try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(BrowserURL.self, from: Data($0.utf8)) }
  }

  @Test func `a URL is read as in a browser, except for accepted differences`() throws {
    let registry = try registry(of: ["/**"])
    var (count, found) = (0, Set<BrowserDifference>())
    for url in try Self.urls() {
      count += 1
      let (own, other) = (
        registry.match(url.url).map { DecodedURL($0.parameters) }, url.read.map(DecodedURL.init)
      )
      guard own != other else { continue }
      let accepted = BrowserDifference.allCases.filter { $0.applies(to: url.url) }
      #expect(!accepted.isEmpty, "\(url.url.debugDescription): \(own as Any) isn't \(other as Any)")
      if accepted.count == 1 { found.formUnion(accepted) }
    }
    #expect(count >= 200)
    #expect(Set(BrowserDifference.allCases).subtracting(found).isEmpty, "a difference doesn't occur")
  }
}
