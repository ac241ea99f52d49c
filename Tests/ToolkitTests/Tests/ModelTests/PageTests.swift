import Foundation
import Testing

/// Each type of a model names the page of Apple's documentation that it follows, or is named as the model's.
@Suite("Documentation pages of the models")
struct PageTests {
  private static let models = URL(filePath: #filePath).appending(path: "../../../../ToolkitModels")
    .standardizedFileURL

  @Test(arguments: ["ObjectiveC", "UIKit", "AppKit", "SwiftUI"])
  func `every modeled type names its page`(model: String) throws {
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
    ("/// Page: uikit/view\nopen class View {\n}\npublic let name = 1", ["public let name = 1"]),
    ("/// This isn't a part of UIKit.\npublic enum Device {}", ["public enum Device {}"]),
    (
      "/// This isn't a part of UIKit.\nextension View {\n  public func show() {}\n}",
      ["public func show() {}"]
    ),
  ])
  func `the test finds declarations without a page`(text: String, unnamed: [String]) {
    #expect(ModelledDeclaration.unnamed(in: text).map(\.text) == unnamed)
  }
}

/// A public declaration in the source of a model.
struct ModelledDeclaration {
  let line: Int
  let text: String

  /// Returns the declarations outside of types without a page in their comment, and the model's own without "model" in
  /// their name, which could be taken for Apple's.
  ///
  /// A member follows the page of its name, below the page of its type. Its comment names a page that differs.
  static func unnamed(in text: String) -> [Self] {
    struct Scope {
      let indentation: Int
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
      let isType = !words.isDisjoint(with: ["class", "struct", "enum", "protocol"])
      let isPublic = !words.isDisjoint(with: ["public", "open"])
      // An attribute on a line of its own is between the comment and the declaration.
      if code.hasPrefix("@"), !isPublic, !isType { continue }
      let isNamed = names(comment)
      let isOurs = isOurOwn(comment)
      comment = ""
      guard !code.isEmpty, !code.hasPrefix("where ") else { continue }
      scopes.removeAll { $0.indentation >= indentation }
      let isFunction = words.contains("func") && !words.contains("override")
      let isExtension = words.contains("extension")
      let needsOurName = isOurs || isFunction && scopes.last?.isOurExtension == true
      let hasOurName = code.localizedCaseInsensitiveContains("model") || code.hasSuffix("(")
      if isPublic, !words.contains("import"), !isExtension,
        scopes.isEmpty && !isNamed || needsOurName && !hasOurName
      {
        result.append(Self(line: index + 1, text: code))
      }
      if isExtension || isType && !isFunction {
        scopes.append(Scope(indentation: indentation, isOurExtension: isExtension && isOurs))
      }
    }
    return result
  }

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
