import Foundation
import HTTPTypes
import Testing

/// A response, with what a test looks for in its text.
struct Page: Sendable {
  struct Form: Sendable {
    let action: String
    let method: String
    let fields: [String: String]
  }

  let status: HTTPResponse.Status
  let fields: HTTPFields
  let text: String
  let path: String

  /// The content of the main part.
  var main: String {
    guard let start = text.range(of: "<main id=\"main\">"), let end = text.range(of: "</main>") else {
      return text
    }
    return String(text[start.upperBound..<end.lowerBound])
  }

  /// The sentence about a problem, or nil.
  var problem: String? {
    text.firstMatch(of: #/<p class="problem" role="alert">([^<]*)<\/p>/#).map { Self.plain($0.output.1) }
  }

  /// The links of all elements.
  var links: [String] { text.matches(of: #/(?:href|src|action)="([^"]*)"/#).map { Self.plain($0.output.1) } }

  /// Returns the first link that starts with a path.
  ///
  /// Tests call it rather than pass a closure to `#require`: Swift 6.3 mistakes such a closure for another one of the
  /// same type in the test.
  func link(startingWith path: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let link = links.first { $0.hasPrefix(path) }
    return try #require(link, sourceLocation: sourceLocation)
  }

  /// Returns the form in which a field has a value.
  func form(
    with name: String, _ value: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Form {
    let form = forms.first { $0.fields[name] == value }
    return try #require(form, sourceLocation: sourceLocation)
  }

  var forms: [Form] {
    text.matches(of: #/(?s)<form[^>]*>.*?<\/form>/#).map { match in
      let text = match.output
      let tag = text.prefix { $0 != ">" }
      var fields: [String: String] = [:]
      for input in text.matches(of: #/<input[^>]*>/#) {
        guard let name = Self.attribute("name", input.output) else { continue }
        fields[name] = Self.attribute("value", input.output) ?? ""
      }
      for area in text.matches(of: #/(?s)<textarea name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/#) {
        fields[String(area.output.1)] = Self.plain(area.output.2)
      }
      for select in text.matches(of: #/(?s)<select name="([^"]*)">(.*?)<\/select>/#) {
        let selected = select.output.2.firstMatch(of: #/<option value="([^"]*)" selected>/#)
        fields[String(select.output.1)] = selected.map { Self.plain($0.output.1) } ?? ""
      }
      return Form(
        action: Self.attribute("action", tag) ?? "", method: Self.attribute("method", tag) ?? "get",
        fields: fields)
    }
  }

  private static func attribute(_ name: String, _ tag: Substring) -> String? {
    guard let start = tag.range(of: " \(name)=\"") else { return nil }
    return plain(tag[start.upperBound...].prefix { $0 != "\"" })
  }

  static func plain(_ text: some StringProtocol) -> String {
    var text = String(text)
    for (escape, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&"),
    ] {
      text = text.replacing(escape, with: character)
    }
    return text
  }
}
