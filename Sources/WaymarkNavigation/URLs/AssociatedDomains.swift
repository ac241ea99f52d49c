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
  /// comment. It includes patterns for any host, but not for any scheme. Other components exclude URLs that no route
  /// matches, so these stay in the browser: deeper paths, the URLs of ``URLPattern/init(excluding:)``, and invalid
  /// percent-encoding. The format can't exclude bytes that aren't UTF-8. If a pattern has `:name` or `*` before `**`, the
  /// file doesn't claim a deep path in which a literal between them appears again, or one with an empty segment.
  ///
  /// - Parameters:
  ///   - appIDs: The identifiers of the applications, each with its prefix: `ABCDE12345.org.example.Notes`.
  ///   - host: The domain that serves the file, required if the patterns have several hosts.
  /// - Returns: The file as sorted JSON, which is the same for the same patterns.
  /// - Throws: `unknownURL` if no route has an `https` pattern for the host, or if the host is ambiguous.
  ///   `invalidParameter` if there are no identifiers, or if one has no prefix.
  public func associatedDomains(appIDs: [String], host: String? = nil) throws(RouteError) -> String {
    do throws(RouteError) {
      return try AssociatedDomains(self, appIDs, host).json()
    } catch {
      throw reporting(error)
    }
  }
}

/// Apple's association file (`https://developer.apple.com/documentation/bundleresources/applinks`).
private struct AssociatedDomains: Encodable {
  struct Links: Encodable {
    let details: [Details]
    let substitutionVariables: [String: [String]]?
  }

  struct Details: Encodable {
    let appIDs: [String]
    let components: [AssociatedComponent]
  }

  let applinks: Links

  init(_ registry: Registry, _ appIDs: [String], _ host: String?) throws(RouteError) {
    guard !appIDs.isEmpty else { throw .noAppIDs }
    if let wrong = appIDs.first(where: { !Self.isValid($0) }) { throw .invalidAppID(wrong) }
    let urls = registry.image.urls
    let patterns = urls.patterns.map(\.shape).filter { $0.scheme == "https" }
    let hosts = Set(patterns.compactMap(\.host)).sorted()
    guard !patterns.isEmpty else { throw .noDomain }
    if host == nil, hosts.count > 1 { throw .severalDomains(hosts) }
    let domain = host?.lowercasedASCII ?? hosts.first
    func own(_ shapes: [ParsedPattern]) -> [ParsedPattern] {
      shapes.filter { $0.scheme == "https" && ($0.host == nil || domain == nil || $0.host == domain) }
    }
    if let host, own(patterns).isEmpty { throw .unknownDomain(host, hosts) }
    let components = AssociatedComponents(
      of: own(patterns), except: own(urls.exclusions.map(\.shape)))
    applinks = Links(
      details: [Details(appIDs: Set(appIDs).sorted(), components: components.all)],
      substitutionVariables: components.hasWildcards ? AssociatedComponents.variables : nil)
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
      && appID.utf8.allSatisfy { PercentCoding.isAlphanumeric($0) || "-.".utf8.contains($0) }
  }
}

/// A rule of an association file, in which the first rule that matches a URL decides.
private struct AssociatedComponent: Encodable {
  enum CodingKeys: String, CodingKey {
    case path = "/"
    case exclude
    case comment
  }

  /// A path in which `*` matches any characters, even slashes, and `?` matches one.
  let path: String
  /// True to exclude URLs, and nil to include them.
  let exclude: Bool?
  var comment: String

  /// Returns whether another component matches no URL that this one doesn't match, as far as that is easy to see.
  func covers(_ other: AssociatedComponent) -> Bool {
    guard path != other.path else { return true }
    let prefix = path.dropLast()
    return path.last == "*" && !prefix.contains { "*?".contains($0) } && other.path.hasPrefix(prefix)
  }
}

/// The rules of an association file, which claim a URL if a pattern of a route matches its path.
///
/// A `*` of the file also matches slashes. So the deepest paths come first, and a rule that excludes all deeper paths
/// precedes the wildcards of each depth. In the depths of one path, the most specific pattern comes first.
private struct AssociatedComponents {
  /// The variables of the rules about percent-encoding and about segments that are removed.
  static let variables = [
    "dot": [".", "%2E", "%2e"],
    // The characters of a path that are neither hexadecimal digits nor wildcards.
    "other": "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ-._~!$&'()+,;=:@%/".map { String($0) },
  ]

  private var components: [AssociatedComponent] = []

  init(of patterns: [ParsedPattern], except exclusions: [ParsedPattern]) {
    var shapes: [(pattern: ParsedPattern, isExcluded: Bool)] = patterns.map { ($0, false) }
    shapes += exclusions.map { ($0, true) }
    shapes.sort { first, second in
      let (first, second) = (first.pattern, second.pattern)
      if first.rank == second.rank { return first.text < second.text }
      return first.rank.lexicographicallyPrecedes(second.rank)
    }
    let deepest = shapes.map(\.pattern.depth).max() ?? 0
    // `/*` also matches the path without segments, so the rule about this path is in front.
    for depth in (2..<max(deepest + 2, 2)).reversed() + [0, 1] {
      var added: [AssociatedComponent] = []
      for (shape, isExcluded) in shapes where shape.hasPaths(ofDepth: depth) {
        // Without exclusions, a pattern that ends with `**` is above all of its paths at once.
        let isWhole = depth > deepest && exclusions.isEmpty && !shape.fixed.contains { $0.isWildcard }
        for guarding in depth > deepest && !isExcluded ? shape.wrongPaths(ofDepth: depth) : [] {
          add(AssociatedComponent(path: guarding, exclude: true, comment: "not \(shape.text)"), to: &added)
        }
        for path in shape.paths(ofDepth: isWhole ? shape.depth + 1 : depth) {
          add(
            AssociatedComponent(path: path, exclude: isExcluded ? true : nil, comment: shape.text), to: &added
          )
        }
      }
      if depth <= deepest, added.contains(where: { $0.path.contains("*") }) {
        let deeper = "/" + String(repeating: "*/", count: depth) + "*"
        let guarding = AssociatedComponent(path: deeper, exclude: true, comment: "deeper paths")
        if !components.contains(where: { $0.covers(guarding) }) { components.append(guarding) }
      }
      components += added
    }
  }

  /// Whether a rule claims paths of which only a part is known.
  var hasWildcards: Bool { components.contains { $0.exclude == nil && $0.path.contains("*") } }

  /// The rules in order.
  var all: [AssociatedComponent] {
    func excluding(_ paths: [String], _ comment: String) -> [AssociatedComponent] {
      paths.map { AssociatedComponent(path: $0, exclude: true, comment: comment) }
    }
    guard hasWildcards else { return components }
    return excluding(["*%$(other)*", "*%?$(other)*", "*%", "*%?"], "invalid percent-encoding")
      + excluding(
        ["*/$(dot)/*", "*/$(dot)$(dot)/*", "*/$(dot)", "*/$(dot)$(dot)"], "segments that are removed")
      + components
  }

  /// Adds a rule, unless an earlier one decides about all of its URLs.
  private func add(_ component: AssociatedComponent, to added: inout [AssociatedComponent]) {
    if let same = added.firstIndex(where: { $0.path == component.path && $0.exclude == component.exclude }) {
      added[same].comment = min(added[same].comment, component.comment)
    } else if !(components + added).contains(where: { $0.covers(component) }) {
      added.append(component)
    }
  }
}

extension ParsedPattern {
  /// The segments of the path without `**`.
  fileprivate var fixed: ArraySlice<Segment> { hasRest ? segments.dropLast() : segments[...] }

  fileprivate var depth: Int { fixed.count }

  fileprivate func hasPaths(ofDepth depth: Int) -> Bool {
    hasRest ? self.depth <= depth : self.depth == depth
  }

  /// Numbers that precede the numbers of less specific patterns.
  fileprivate var rank: [Int] {
    [host == nil ? 1 : 0]
      + segments.map { segment in
        switch segment {
        case .literal: 1
        case .name: 2
        case .any: 3
        case .rest: 4
        }
      }
  }

  /// The paths with a number of segments as an association file has them, where the last `*` of `**` takes the others.
  fileprivate func paths(ofDepth depth: Int) -> [String] { paths(fixed.map(\.forms), depth) }

  /// The paths that `paths(ofDepth:)` includes though a wildcard of the pattern doesn't match one segment.
  fileprivate func wrongPaths(ofDepth depth: Int) -> [String] {
    fixed.indices.filter { fixed[$0].isWildcard }.flatMap { index in
      let isBeforeLiteral = fixed[(index + 1)...].contains { !$0.isWildcard }
      return (isBeforeLiteral ? ["*/*", ""] : [""]).flatMap { wrong in
        paths(fixed.indices.map { $0 == index ? [wrong] : fixed[$0].forms }, depth)
      }
    }
  }

  private func paths(_ segments: [[String]], _ depth: Int) -> [String] {
    let all = segments + Array(repeating: ["*"], count: depth - segments.count)
    return all.isEmpty
      ? ["/"] : all.reduce([""]) { paths, forms in paths.flatMap { path in forms.map { "\(path)/\($0)" } } }
  }
}

extension ParsedPattern.Segment {
  fileprivate var isWildcard: Bool { if case .name = self { true } else { self == .any } }

  /// The segment as an association file has it.
  ///
  /// A literal appears in two forms if percent-encoding some of its characters is optional.
  fileprivate var forms: [String] {
    guard case .literal(let literal) = self else { return ["?*"] }
    let encoded = PercentCoding.encode(literal.text)
    // RFC 3986 (section 3.3) allows these characters, which aren't wildcards of the file.
    let minimal = literal.text.map {
      "!&'(),;=+:@.".contains($0) ? String($0) : PercentCoding.encode(String($0))
    }
    .joined()
    return encoded == minimal ? [encoded] : [encoded, minimal]
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
