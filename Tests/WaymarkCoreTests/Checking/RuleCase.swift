import SharedFixtures
import Testing
import WaymarkCore

/// A row of a rule's table: declarations, and the problems of the registry that they make.
///
/// Notes aren't problems, because these small programs are full of routes that nothing needs.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The code of each problem, after its place if that is in the test's file: "line + 2 captive-scope".
  ///
  /// Lines are counted from the line of the row.
  private let problems: [String]
  /// Parts of the message.
  private let parts: [String]
  /// Texts that the message doesn't contain.
  private let absent: [String]
  /// The path of each problem that has one, such as "Cache → Inbox → UserSession", unless paths don't matter.
  private let paths: [String]
  private let location: SourceLocation
  private let base: @Sendable () throws -> Registry
  private let derived: @Sendable (Registry) throws(RegistryError) -> Registry

  /// A row for the declarations of one registry.
  init(
    _ name: String, _ problems: String..., says parts: String..., lacks absent: String...,
    paths: String..., location: SourceLocation = #_sourceLocation,
    @RoutesBuilder routes: @escaping @Sendable () -> Routes
  ) {
    self.init(name, problems, parts, absent, paths, location, base: { try Registry {} }) {
      (_) throws(RegistryError) in try Registry(routes)
    }
  }

  /// A row for an extension of a sound registry.
  init(
    _ name: String, _ problems: String..., says parts: String..., lacks absent: String...,
    paths: String..., stage: Registry.Stage = .complete, location: SourceLocation = #_sourceLocation,
    @RoutesBuilder of base: @escaping @Sendable () -> Routes,
    @RoutesBuilder extending added: @escaping @Sendable () -> Routes
  ) {
    self.init(name, problems, parts, absent, paths, location, base: { try Registry(stage: stage, base) }) {
      (base) throws(RegistryError) in try base.extending(added)
    }
  }

  /// A row for an override of a sound registry.
  init(
    _ name: String, _ problems: String..., says parts: String..., lacks absent: String...,
    paths: String..., location: SourceLocation = #_sourceLocation,
    @RoutesBuilder of base: @escaping @Sendable () -> Routes,
    @RoutesBuilder overriding changes: @escaping @Sendable () -> Routes
  ) {
    self.init(name, problems, parts, absent, paths, location, base: { try Registry(base) }) {
      (base) throws(RegistryError) in try base.overriding(changes)
    }
  }

  private init(
    _ name: String, _ problems: [String], _ parts: [String], _ absent: [String], _ paths: [String],
    _ location: SourceLocation, base: @escaping @Sendable () throws -> Registry,
    derived: @escaping @Sendable (Registry) throws(RegistryError) -> Registry
  ) {
    (testDescription, self.problems, self.location) = (name, problems, location)
    (self.parts, self.absent, self.paths) = (parts, absent, paths)
    (self.base, self.derived) = (base, derived)
  }

  /// Expects the problems of the row.
  func check() throws {
    let base = try base()
    let text = problemsOfDeriving(fileID: location.fileID, line: location.line, try derived(base))
    let found = text.problems.enumerated().map { index, problem in
      problems.indices.contains(index) && problems[index].hasPrefix("line") ? problem.placed : problem.code
    }
    #expect(found == problems, "\(text)", sourceLocation: location)
    for part in parts { #expect(text.contains(part), "\(text)", sourceLocation: location) }
    for part in absent { #expect(!text.contains(part), "\(text)", sourceLocation: location) }
    if !paths.isEmpty { #expect(text.paths == paths, "\(text)", sourceLocation: location) }
  }
}
