public import WaymarkCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Registry {
  /// Returns Apple's association file for the routes' `https` patterns, which makes their URLs open in the application.
  ///
  ///     let file = try registry.associatedDomains(appIDs: ["ABCDE12345.org.example.Notes"])
  ///
  /// Serve the file as `https://<host>/.well-known/apple-app-site-association`. `expectAssociatedDomains` of
  /// WaymarkTesting compares it with a reviewed one. The file has a component for each pattern, with the pattern as its
  /// comment. It includes patterns for any host, but not for any scheme. In contrast to `:name` and `*`, a wildcard of
  /// the file also matches slashes, so the system may open a URL that no route matches.
  ///
  /// - Parameters:
  ///   - appIDs: The identifiers of the applications, each with its prefix: `ABCDE12345.org.example.Notes`.
  ///   - host: The domain that serves the file, required if the patterns have several hosts.
  /// - Returns: The file as sorted JSON, which is the same for the same patterns.
  /// - Throws: `unknownURL` if no route has an `https` pattern for the host, or if the host is ambiguous.
  ///   `invalidParameter` if there are no identifiers, or if one has no prefix.
  public func associatedDomains(appIDs: [String], host: String? = nil) throws(RouteError) -> String {
    do throws(RouteError) {
      return try AssociatedDomains(completion ?? self, appIDs, host).json()
    } catch {
      throw reporting(error)
    }
  }
}

/// Apple's association file (`https://developer.apple.com/documentation/bundleresources/applinks`).
private struct AssociatedDomains: Encodable {
  struct Links: Encodable {
    let details: [Details]
  }

  struct Details: Encodable {
    let appIDs: [String]
    let components: [Component]
  }

  struct Component: Encodable {
    enum CodingKeys: String, CodingKey {
      case path = "/"
      case comment
    }

    let path: String
    let comment: String
  }

  let applinks: Links

  init(_ registry: Registry, _ appIDs: [String], _ host: String?) throws(RouteError) {
    guard !appIDs.isEmpty else { throw .noAppIDs }
    if let wrong = appIDs.first(where: { !Self.isValid($0) }) { throw .invalidAppID(wrong) }
    let patterns = registry.layer.urls.patterns.map(\.shape).filter { $0.scheme == "https" }
    let hosts = Set(patterns.compactMap(\.host)).sorted()
    guard !patterns.isEmpty else { throw .noDomain }
    if host == nil, hosts.count > 1 { throw .severalDomains(hosts) }
    let domain = host?.lowercasedASCII
    let own = patterns.filter { $0.host == nil || domain == nil || $0.host == domain }
    if let host, own.isEmpty { throw .unknownDomain(host, hosts) }
    var components: [String: String] = [:]
    for pattern in own.sorted(by: { $0.text < $1.text }) {
      for path in pattern.associatedPaths where components[path] == nil { components[path] = pattern.text }
    }
    applinks = Links(
      details: [
        Details(
          appIDs: Set(appIDs).sorted(),
          components: components.sorted { $0.key < $1.key }.map { Component(path: $0.key, comment: $0.value) }
        )
      ])
  }

  func json() throws(RouteError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      // Encoding strings and arrays doesn't fail.
      throw RouteError(.unknownURL, "the association file cannot be encoded", underlying: error)
    }
  }

  /// Returns whether an identifier has a prefix, a period, and the identifier of a bundle.
  private static func isValid(_ appID: String) -> Bool {
    let parts = appID.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && appID.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

extension ParsedPattern {
  /// The path patterns for an association file, where `*` matches any characters and `?` matches one.
  ///
  /// A literal appears in two forms if percent-encoding some of its characters is optional.
  fileprivate var associatedPaths: [String] {
    [path { PercentCoding.encode($0) }, path { Self.minimallyEncoded($0) }].flatMap { path in
      guard segments.last == .rest else { return [path.isEmpty ? "/" : path] }
      return (path.isEmpty ? [] : [path]) + [path + "/*"]
    }
  }

  /// Returns the path without `**`.
  private func path(_ encode: (String) -> String) -> String {
    segments.filter { $0 != .rest }.map { segment in
      if case .literal(let literal) = segment { "/" + encode(literal.text) } else { "/?*" }
    }.joined()
  }

  /// Returns a literal that encodes only the characters that RFC 3986 (section 3.3) requires, and the file's wildcards.
  private static func minimallyEncoded(_ text: String) -> String {
    // A segment of one or two periods would mean another path.
    guard text != ".", text != ".." else { return PercentCoding.encode(text) }
    return text.map { "!&'(),;=+:@.".contains($0) ? String($0) : PercentCoding.encode(String($0)) }.joined()
  }
}

extension RouteError {
  fileprivate static var noAppIDs: RouteError {
    RouteError(
      .invalidParameter, "an association file needs the identifier of an application",
      remedy: "pass at least one, as in appIDs: [\"ABCDE12345.org.example.App\"]")
  }

  fileprivate static func invalidAppID(_ appID: String) -> RouteError {
    RouteError(
      .invalidParameter, "\"\(excerpt(appID))\" is not the identifier of an application",
      remedy: "write the prefix and the bundle's identifier, as in \"ABCDE12345.org.example.App\"")
  }

  fileprivate static var noDomain: RouteError {
    RouteError(
      .unknownURL, "no route has an https pattern, so there is nothing to associate",
      remedy: "add URLPattern(\"https://…\") to a route")
  }

  fileprivate static func severalDomains(_ hosts: [String]) -> RouteError {
    RouteError(
      .unknownURL, "the https patterns have \(hosts.count) hosts: \(hosts.joined(separator: ", "))",
      remedy: "choose one with host:, because each domain has a file of its own")
  }

  fileprivate static func unknownDomain(_ host: String, _ hosts: [String]) -> RouteError {
    RouteError(
      .unknownURL,
      "no https pattern has the host \"\(excerpt(host))\", only \(hosts.joined(separator: ", "))",
      remedy: NearMiss.of(host, among: hosts).map { "did you mean \"\($0)\"?" } ?? "choose one of these")
  }
}
