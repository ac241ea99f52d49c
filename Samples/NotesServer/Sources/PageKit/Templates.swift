import Mustache
import Waymark

/// A page's template, in the language of Mustache.
///
/// `{{ }}` escapes what HTML requires.
public struct TemplateSource: Sendable {
  let name: String
  let text: String

  /// Creates the template.
  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

extension RoutableServices<TemplateSource> {
  /// The templates of all modules, by their names.
  public static var templates: Self { declared() }
}
extension RoutableService<TemplateLibrary> {
  /// The templates, ready to be filled.
  public static var templateLibrary: Self { declared() }
}

/// The templates, parsed.
public struct TemplateLibrary: Sendable {
  /// A template can't be read.
  public struct Unreadable: Error, CustomStringConvertible {
    /// Which one, and why.
    public let description: String
  }

  private let templates: [String: MustacheTemplate]
  private let library: MustacheLibrary

  /// Parses all templates.
  ///
  /// - Throws: `Unreadable`.
  public init(_ sources: [TemplateSource]) throws {
    var templates: [String: MustacheTemplate] = [:]
    for source in sources {
      do {
        templates[source.name] = try MustacheTemplate(string: source.text)
      } catch {
        throw Unreadable(description: "the template \(source.name) can't be read: \(error)")
      }
    }
    self.templates = templates
    library = MustacheLibrary(templates: templates)
  }

  /// Returns a template filled with values.
  ///
  /// - Throws: `Unreadable` if there's no such template.
  public func render(_ name: String, _ values: Any) throws -> String {
    guard let template = templates[name] else {
      throw Unreadable(description: "there is no template \(name)")
    }
    return template.render(values, library: library)
  }
}
