import Foundation
import Testing

/// Each public declaration of a model names the page of Apple's documentation that it follows, or is named as the
/// model's.
@Suite("Documentation pages of the models")
struct PageTests {
  private static let models = URL(filePath: #filePath).appending(path: "../../../../ToolkitModels")
    .standardizedFileURL

  @Test(arguments: ["ObjectiveC", "UIKit", "AppKit", "SwiftUI"])
  func `every modeled declaration names its page`(model: String) throws {
    let folder = Self.models.appending(path: model)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift")
    }
    try #require(!paths.isEmpty)
    for path in paths.sorted() {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for declaration in ModelledDeclaration.unnamed(in: text) {
        Issue.record("\(model)/\(path):\(declaration.line): no page for \(declaration.text)")
      }
    }
  }

  /// The models have the declarations that need no page.
  @Test(arguments: [
    ("open class View {}", ["open class View {}"]),
    ("/// Page: uikit/view\nopen class View {\n  open func show() {}\n}", ["open func show() {}"]),
    ("/// Page: uikit/view\nopen class View {\n}\npublic let name = 1", ["public let name = 1"]),
    ("/// This isn't a part of UIKit.\npublic enum Device {}", ["public enum Device {}"]),
    (
      "/// This isn't a part of UIKit.\nextension View {\n  public func show() {}\n}",
      ["public func show() {}"]
    ),
    ("extension View {\n  public func show() {}\n}", ["public func show() {}"]),
  ])
  func `the test finds declarations without a page`(text: String, unnamed: [String]) {
    #expect(ModelledDeclaration.unnamed(in: text).map(\.text) == unnamed)
  }
}

/// A public declaration in the source of a model.
struct ModelledDeclaration {
  let line: Int
  let text: String

  /// Returns the declarations for which neither their own comment nor that of the type around them names a page.
  ///
  /// A function needs a page of its own, unless it overrides another one, or is in an extension that names a page. The
  /// names of the model's own declarations contain "model", so that they can't be taken for Apple's.
  static func unnamed(in text: String) -> [Self] {
    struct Scope {
      let indentation: Int
      let isNamed: Bool
      /// Whether the functions inside need no page of their own.
      let isNamedForFunctions: Bool
      /// Whether it extends a type of Apple's with functions of the model.
      let isOurExtension: Bool
    }
    var result: [Self] = []
    var scopes: [Scope] = []
    var comment = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.trimmingCharacters(in: .whitespaces)
      let indentation = line.prefix { $0 == " " }.count
      if code.hasPrefix("//") {
        comment += code + "\n"
        continue
      }
      let words = Set(code.split { !$0.isLetter }.map(String.init))
      // An attribute on a line of its own is between the comment and the declaration.
      if code.hasPrefix("@"),
        words.isDisjoint(with: ["public", "open", "class", "struct", "enum", "protocol"])
      {
        continue
      }
      let isNamed = names(comment)
      let isOurs = isOurOwn(comment)
      comment = ""
      guard !code.isEmpty, !code.hasPrefix("where ") else { continue }
      scopes.removeAll { $0.indentation >= indentation }
      let isFunction = words.contains("func") && !words.contains("override")
      let isNamedAround = isFunction ? scopes.last?.isNamedForFunctions : scopes.last?.isNamed
      if !words.isDisjoint(with: ["public", "open"]), !isImport(words), !words.contains("extension"),
        !isNamed && isNamedAround != true
          || (isOurs || isFunction && scopes.last?.isOurExtension == true)
            && !code.localizedCaseInsensitiveContains("model") && !code.hasSuffix("(")
      {
        result.append(Self(line: index + 1, text: code))
      }
      let isExtension = words.contains("extension")
      if isExtension || (!isFunction && !words.isDisjoint(with: ["class", "struct", "enum", "protocol"])) {
        let isInside = !isExtension && scopes.last?.isNamed == true
        scopes.append(
          Scope(
            indentation: indentation, isNamed: isNamed || isInside,
            isNamedForFunctions: isOurs || isExtension && isNamed, isOurExtension: isExtension && isOurs))
      }
    }
    return result
  }

  private static func isImport(_ words: Set<String>) -> Bool { words.contains("import") }

  /// Returns whether a comment names a page, or says that there's none.
  private static func names(_ comment: String) -> Bool {
    comment.contains("/// Page: ") || comment.contains("https://developer.apple.com/documentation/")
      || isOurOwn(comment)
  }

  /// Returns whether a comment says that a declaration is the model's own.
  private static func isOurOwn(_ comment: String) -> Bool {
    ["ObjectiveC", "UIKit", "AppKit", "SwiftUI"].contains { comment.contains("isn't a part of \($0)") }
  }
}
