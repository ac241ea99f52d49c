import Foundation
import HTTPTypes

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
