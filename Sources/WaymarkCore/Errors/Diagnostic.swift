package import WaymarkRuntime

/// A problem in a registry's declarations, with its location and remedy.
///
/// A registry's ``Registry/diagnostics`` are its warnings and notes. A ``RegistryError`` contains all problems. Create
/// a diagnostic to report a problem in a module's own rule:
///
///     func check(_ registry: Registry) -> [Diagnostic] {
///       registry.router(identifier: "home") != nil
///         ? [] : [Diagnostic(.error, "no route has Identifier(\"home\")", remedy: "add it to a route")]
///     }
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity of the diagnostic.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The declarations can't work, so compilation creates no registry.
    case error
    /// The declarations work, but probably not as intended.
    case warning
    /// Information about declarations that work.
    case note
  }

  /// The severity of the diagnostic.
  public let severity: Severity
  /// The kind of the problem.
  public let code: Code
  /// The location of the declaration with the problem.
  public let location: DeclarationLocation
  /// The profile with the problem, or nil for the registry itself or the application without a profile.
  public var profile: Profile? { if case .profile(let profile) = variant { profile } else { nil } }
  /// The variant of the application with the problem, or nil for the registry itself.
  private(set) var variant: Variant?
  private let wording: Wording

  /// The problem, in one sentence.
  public var message: String { wording.text.message }
  /// The relevant part of the declaration, as source text, if any.
  public var detail: String? { wording.text.detail }
  /// The other declarations that contribute to the problem.
  public var related: [Related] { wording.text.related }
  /// The action that solves the problem, if known, or several actions to choose from, each on a line.
  public var remedy: String? { wording.text.remedy }

  /// Another declaration that contributes to a problem.
  public struct Related: Sendable, Hashable, CustomStringConvertible {
    /// The location of the declaration.
    public let location: DeclarationLocation
    /// The role of the declaration in the problem.
    public let message: String

    package init(location: DeclarationLocation, message: String) {
      self.location = location
      self.message = message
    }

    /// The location and the message.
    public var description: String { "\(location): \(message)" }
  }

  /// Creates a diagnostic for a module's own rule, ``RouteModule/check(_:)``.
  ///
  /// - Parameters:
  ///   - severity: The severity of the diagnostic. An error makes the registry's initializer throw.
  ///   - message: The problem, in one sentence.
  ///   - remedy: The action that solves the problem, or several actions, each on a line.
  ///   - fileID: The source file to report, by default the caller's.
  ///   - line: The source line to report, by default the caller's.
  public init(
    _ severity: Severity, _ message: String, remedy: String? = nil, fileID: StaticString = #fileID,
    line: Int = #line
  ) {
    self.init(
      .custom, severity: severity, at: DeclarationLocation(fileID: fileID, line: line), message,
      remedy: remedy)
  }

  package init(
    _ code: Code, severity: Severity = .error, at location: DeclarationLocation, _ message: String,
    detail: String? = nil, related: [Related] = [], remedy: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.location = location
    wording = .written(Text(message: message, detail: detail, related: related, remedy: remedy))
  }

  /// Creates a diagnostic about a route with a closure for its text, which captures and allocates nothing.
  package init(
    _ code: Code, severity: Severity, about route: RouteDeclaration, word: @escaping RouteText
  ) {
    self.severity = severity
    self.code = code
    location = route.location
    wording = .deferred(route, word)
  }

  /// The route that a closure writes the text about, if any.
  package var route: RouteDeclaration? { if case .deferred(let route, _) = wording { route } else { nil } }

  /// A variant of the application that the compilation also checks.
  enum Variant: Sendable, Hashable {
    case profile(Profile)
    case withoutProfile
  }

  /// Returns the diagnostic for another variant.
  func found(in variant: Variant?) -> Diagnostic {
    var diagnostic = self
    diagnostic.variant = variant
    return diagnostic
  }

  package struct Text: Sendable, Hashable {
    let message: String
    var detail: String?
    var related: [Related] = []
    var remedy: String?
  }

  /// A closure that writes the text about a route.
  package typealias RouteText = @Sendable (RouteDeclaration) -> Text

  private enum Wording: Sendable, Hashable {
    indirect case written(Text)
    case deferred(RouteDeclaration, RouteText)

    var text: Text {
      switch self {
      case .written(let text): text
      case .deferred(let route, let word): word(route)
      }
    }

    static func == (first: Wording, second: Wording) -> Bool { first.text == second.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// The number of related declarations in a description.
  private static let printed = 20

  /// The location, severity, message, and code, then the detail, the related declarations, and the remedy.
  ///
  /// The description contains at most 20 related declarations. ``related`` has all of them.
  public var description: String {
    let text = wording.text
    var lines = ["\(location): \(severity): \(text.message) [\(code)]"]
    if let detail = text.detail { lines.append(detail) }
    switch variant {
    case .profile(let profile): lines.append("in the profile \"\(profile)\"")
    case .withoutProfile: lines.append("in the application without a profile")
    case nil: break
    }
    lines += text.related.prefix(Self.printed).map(\.description)
    if text.related.count > Self.printed { lines.append("and \(text.related.count - Self.printed) more") }
    if let remedy = text.remedy { lines += RemedyText.lines(of: remedy) }
    return lines.joined(separator: "\n    ")
  }
}

/// The source file and line of a declaration.
public struct DeclarationLocation: Sendable, Hashable, CustomStringConvertible {
  package let file: KeyName
  private let lineNumber: UInt32

  /// The module and the name of the source file, in the format of `#fileID`: `Editor/EditorModule.swift`.
  public var fileID: String { file.text ?? "" }

  /// The line in the source file, counted from 1.
  public var line: Int { Int(lineNumber) }

  /// Creates a location, by default the caller's.
  ///
  /// - Parameters:
  ///   - fileID: The module and the name of the source file.
  ///   - line: The line in the source file.
  public init(fileID: StaticString = #fileID, line: Int = #line) {
    file = KeyName(fileID)
    lineNumber = UInt32(clamping: line)
  }

  /// The source file and the line, separated by a colon: `Editor/EditorModule.swift:12`.
  @inline(never)
  public var description: String { "\(fileID):\(line)" }

  /// Returns whether two locations are the same line of the same source file.
  public static func == (left: Self, right: Self) -> Bool {
    left.lineNumber == right.lineNumber && left.file == right.file
  }

  /// Hashes the source file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
  }
}

/// The error that compiling invalid declarations into a registry throws.
///
/// It contains all findings of the rules. Printing it lists the errors and warnings with their source locations and
/// remedies:
///
///     do {
///       Registry.install(try Registry { EditorModule() })
///     } catch {
///       print(error)  // error: 1 problem in 4 routes, followed by the problem
///     }
public struct RegistryError: Error, Equatable, CustomStringConvertible, Sendable {
  /// All diagnostics, including warnings and notes, in the order of the declarations.
  ///
  /// Diagnostics of profiles that the registry doesn't pick follow the others.
  public let diagnostics: [Diagnostic]

  /// The number of compiled routes, including routes of the base registry.
  package let routeCount: Int

  init(_ diagnostics: [Diagnostic], routeCount: Int) {
    self.diagnostics = diagnostics
    self.routeCount = routeCount
  }

  /// The numbers of problems and routes, then the errors, then the warnings, without notes.
  public var description: String {
    let errors = diagnostics.filter { $0.severity == .error }
    let warnings = diagnostics.filter { $0.severity == .warning }
    let counts = "\(count(errors.count, "problem")) in \(count(routeCount, "route"))"
    return (["error: \(counts)"] + (errors + warnings).map(\.description)).joined(separator: "\n")
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
