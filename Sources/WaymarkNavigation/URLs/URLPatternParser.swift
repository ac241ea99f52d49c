import WaymarkRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A parser for the syntax of ``URLPattern``.
struct URLPatternParser {
  private let text: String
  private var rest: Substring
  private var names: Set<String> = []

  /// Returns the parsed pattern, or throws the first problem.
  static func parse(_ text: String, plusIsSpace: Bool = false) throws(MalformedPattern) -> ParsedPattern {
    var parser = URLPatternParser(text: text, rest: text[...])
    return try parser.shape(plusIsSpace: plusIsSpace)
  }

  private mutating func shape(plusIsSpace: Bool) throws(MalformedPattern) -> ParsedPattern {
    guard !text.isEmpty else {
      throw failure("is empty", "write a path such as /editor/:id, with a scheme and a host if they matter")
    }
    if !text.utf8.allSatisfy({ Self.isPlain($0) || "/:.*".utf8.contains($0) }) { try refuseCharacters() }
    let scheme = try scheme()
    let host = try host()
    guard host != nil || rest.first == "/" else { throw withoutSlash }
    return ParsedPattern(
      text: text, scheme: scheme, host: host, segments: try segments(), plusIsSpace: plusIsSpace)
  }

  /// The problem of a pattern with a relative path, which no URL matches, and without a host.
  private var withoutSlash: MalformedPattern {
    let front = text[..<rest.startIndex]
    guard !rest.isEmpty else {
      return failure("has no path and no host", "write \(front)/, or \(front)//host")
    }
    let isHost = rest.first != ":" && !rest.prefix { $0 != "/" }.contains { "*@".contains($0) }
    let (word, other) = (rest.prefix { $0 != "/" }, rest.drop { $0 != "/" })
    if front.isEmpty, isHost, other.hasPrefix("//") {
      return failure("has a scheme without a colon", "write \(word):\(other)", at: word.endIndex)
    }
    return failure(
      "has a path that does not begin with a slash",
      "write \(front)/\(rest)" + (isHost ? ", or \(front.isEmpty ? "scheme:" : front)//\(rest)" : ""))
  }

  /// Returns whether a byte is a letter, a digit, a hyphen, or an underscore: a character that names and literals
  /// share.
  private static func isPlain(_ byte: UInt8) -> Bool {
    PercentCoding.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Throws if the pattern contains a character that isn't part of its scheme, host, or path.
  private func refuseCharacters() throws(MalformedPattern) {
    if let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      throw failure(
        "has a \(text[mark] == "?" ? "query" : "fragment")",
        "remove it: the items of a query and the fragment are parameters of every URL", at: mark)
    }
    if let blank = text.firstIndex(where: { character in
      character.isWhitespace
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }) {
      let isName = text[..<blank].split(separator: "/").last?.first == ":"
      throw failure(
        "contains a space or a control character",
        isName ? Self.nameRemedy : "percent-encode it, as in %20", at: blank)
    }
  }

  private mutating func scheme() throws(MalformedPattern) -> String? {
    if text.first == ":" || text.hasPrefix("*:"), let end = text.firstRange(of: "://") {
      let rest = text[text.index(after: end.lowerBound)...]
      throw failure("has a parameter as its scheme", "write the scheme\nwrite \(rest) to match any")
    }
    guard let colon = rest.firstIndex(where: { ":/".contains($0) }), rest[colon] == ":",
      colon > rest.startIndex
    else { return nil }
    let scheme = rest[..<colon]
    if let wrong = scheme.indices.first(where: {
      !Self.isValid(scheme[$0], inSchemeAt: $0 == scheme.startIndex)
    }) {
      throw failure(
        "has a scheme that contains '\(text[wrong])'",
        "use letters, and after the first one also digits, '+', '-', and '.'", at: wrong)
    }
    rest = rest[text.index(after: colon)...]
    return String(scheme).lowercasedASCII
  }

  private static func isValid(_ character: Character, inSchemeAt isFirst: Bool) -> Bool {
    guard character.isASCII else { return false }
    return character.isLetter || !isFirst && (character.isNumber || "+-.".contains(character))
  }

  private mutating func host() throws(MalformedPattern) -> String? {
    guard rest.hasPrefix("//") else { return nil }
    let scheme = text[..<rest.startIndex]
    rest = rest.dropFirst(2)
    let authority = rest.prefix { $0 != "/" }
    if let wrong = authority.firstIndex(where: { $0 == "*" || $0 == "@" })
      ?? (authority.first == ":" ? authority.startIndex : nil)
    {
      let path = rest[authority.endIndex...]
      throw text[wrong] == "@"
        ? failure("has a user name in front of its host", "remove the user name", at: wrong)
        : failure(
          "has a parameter as its host",
          "write the host\nwrite \(scheme)\(path.isEmpty ? "/**" : path) to match any", at: wrong)
    }
    if authority.first == "[", !authority.contains("]") {
      throw failure("has an address without ']'", "write ']' after the address", at: authority.startIndex)
    }
    try refuseCharacters(of: authority, except: "[]")
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    let host = authority[..<(authority[end...].firstIndex(of: ":") ?? authority.endIndex)]
    var decoded = try decoded(host)
    if !decoded.utf8.allSatisfy({ $0 < 0x80 }) {
      throw failure(
        "has a host that is not ASCII, which no system passes",
        Self.asciiHost(decoded).map { "write \($0)" } ?? "write its form in ASCII, which begins with xn--",
        at: authority.firstIndex { !$0.isASCII })
    }
    if decoded.last == "." { decoded.removeLast() }
    let port = try port(authority[host.endIndex...].dropFirst())
    rest = rest[authority.endIndex...]
    return decoded.lowercasedASCII + (port.map { ":\($0)" } ?? "")
  }

  private func port(_ digits: Substring) throws(MalformedPattern) -> Int? {
    guard !digits.isEmpty else { return nil }
    guard String(digits).withUTF8Span({ $0.isPort(0..<$0.count) }), let port = Int(digits) else {
      throw failure(
        "has a port that is not a number up to 65535", "write a number\nomit it to match any",
        at: digits.startIndex)
    }
    return port
  }

  /// Returns the form of a host that systems pass, or nil if Foundation doesn't know it.
  private static func asciiHost(_ host: String) -> String? {
    guard let url = URL(string: "https://\(host)/")?.absoluteString.dropFirst(8).dropLast(),
      url.hasPrefix("xn--") || url.contains(".xn--")
    else { return nil }
    return String(url)
  }

  private mutating func segments() throws(MalformedPattern) -> [ParsedPattern.Segment] {
    guard rest.utf8.count > 1 else { return [] }
    var segments: [ParsedPattern.Segment] = []
    // A combining mark after a slash belongs to the next segment, as in a URL.
    let slash = UInt8(ascii: "/")
    while rest.utf8.first == slash {
      rest = rest[rest.utf8.index(after: rest.startIndex)...]
      let segment = rest[..<(rest.utf8.firstIndex(of: slash) ?? rest.endIndex)]
      segments.append(try read(segment))
      rest = rest[segment.endIndex...]
    }
    return segments
  }

  private mutating func read(_ segment: Substring) throws(MalformedPattern) -> ParsedPattern.Segment {
    if segment.first == ":" { return try name(segment.dropFirst()) }
    if segment.utf8.allSatisfy(Self.isPlain) { return .literal(ExactText(text: String(segment))) }
    if segment == "*" { return .any }
    if segment == "**" {
      guard segment.endIndex == text.endIndex else {
        throw failure("has '**' before its end", "use '*' for one segment, and '**' only at the end")
      }
      return .rest
    }
    if let parameter = Self.foreignParameter(segment) {
      throw failure("has a parameter in \(parameter.syntax)", "write \(parameter.own)")
    }
    if let star = segment.firstIndex(of: "*") {
      throw failure(
        "has '*' beside other characters", "use it as a whole segment\nwrite %2A for the character", at: star)
    }
    if let colon = Self.nameMark(in: segment) {
      throw failure(
        "has ':' beside other characters",
        "use a parameter as a whole segment\nwrite %3A for the character", at: colon)
    }
    try refuseCharacters(of: segment, except: "")
    let literal = try decoded(segment)
    guard !ParsedPattern.isDots(literal) else {
      throw failure("has the segment '\(segment)', which is removed from each URL", "remove it")
    }
    return .literal(ExactText(text: literal))
  }

  /// Returns the parameter that a segment is in the syntax of another router, or nil for any other segment.
  private static func foreignParameter(_ segment: Substring) -> (syntax: String, own: String)? {
    func isLetter(_ character: Character) -> Bool { character.isLetter || character == "_" }
    for (first, last, syntax) in [("{", "}", "braces"), ("<", ">", "angle brackets"), ("[", "]", "brackets")]
    where segment.hasPrefix(first) && segment.hasSuffix(last) && segment.contains(where: isLetter) {
      if segment.contains("*") || segment.contains("...") || segment.hasPrefix("<path:") {
        return (syntax, "**")
      }
      // A type is in front of the name in angle brackets, and an expression follows it in braces.
      let parts = segment.dropFirst().dropLast().split(separator: ":")
      let name = (first == "<" ? parts.last : parts.first) ?? ""
      return (syntax, ":\(name.drop { !isLetter($0) }.prefix { isLetter($0) || $0.isNumber || $0 == "-" })")
    }
    guard segment.first == "$", segment.dropFirst().first.map(isLetter) == true else { return nil }
    return ("the syntax of a variable", ":\(segment.dropFirst())\nwrite %24 for the character")
  }

  /// Returns the position of a colon that begins a name inside of a segment, or nil if there's none.
  private static func nameMark(in segment: Substring) -> Substring.Index? {
    segment.indices.first { index in
      guard segment[index] == ":", let next = segment[index...].dropFirst().first else { return false }
      return next.isLetter || next == "_"
    }
  }

  /// Throws if a part contains a character that no part of a URL contains (RFC 3986, section 2).
  private func refuseCharacters(of part: Substring, except allowed: String) throws(MalformedPattern) {
    guard let wrong = part.firstIndex(where: { "<>[]\\^`{|}\"".contains($0) && !allowed.contains($0) }) else {
      return
    }
    let escape = PercentCoding.encode(String(text[wrong]))
    throw failure("contains '\(text[wrong])'", "write \(escape) for the character", at: wrong)
  }

  private static let nameRemedy = "use letters, digits, '_', and '-'"

  /// Returns the first problem with the name of a parameter, and its place, or nil if there's none.
  static func problem(
    ofName name: some StringProtocol
  ) -> (index: String.Index, message: String, remedy: String)? {
    name.firstIndex { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map {
      ($0, "has a parameter with a name that contains '\(name[$0])'", nameRemedy)
    }
  }

  private mutating func name(_ name: Substring) throws(MalformedPattern) -> ParsedPattern.Segment {
    guard !name.isEmpty else { throw failure("has a parameter without a name", "write a name after ':'") }
    if !name.utf8.allSatisfy(Self.isPlain), let problem = Self.problem(ofName: name) {
      throw failure(problem.message, problem.remedy, at: problem.index)
    }
    guard names.insert(String(name)).inserted else {
      throw failure("has two parameters ':\(name)'", "rename one of them")
    }
    return .name(String(name))
  }

  private func decoded(_ part: Substring) throws(MalformedPattern) -> String {
    try PercentCoding.decode(part.utf8).mapError { problem in
      failure(
        "has an invalid percent-encoding",
        "write two hexadecimal digits after '%', and %25 for the character",
        at: part.utf8.index(part.startIndex, offsetBy: problem.offset))
    }.get()
  }

  /// Returns a problem at a position, or else at the beginning of the unparsed text.
  private func failure(
    _ message: String, _ remedy: String, at position: String.Index? = nil
  ) -> MalformedPattern {
    MalformedPattern(
      text: text, message: message, remedy: remedy,
      offset: text.distance(from: text.startIndex, to: position ?? rest.startIndex))
  }
}
