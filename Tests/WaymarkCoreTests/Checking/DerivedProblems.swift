import SharedFixtures
import WaymarkCore

/// The problems of an extension, with the places in the test's file counted from the line of the call.
func problems(
  stage: Registry.Stage = .complete, fileID: String = #fileID, line: Int = #line,
  @RoutesBuilder of base: () -> Routes, @RoutesBuilder extending added: () -> Routes
) throws(RegistryError) -> String {
  let base = try Registry(stage: stage, base)
  return problemsOfDeriving(fileID: fileID, line: line, try base.extending(added))
}

/// The same for an override.
func problems(
  stage: Registry.Stage = .complete, fileID: String = #fileID, line: Int = #line,
  @RoutesBuilder of base: () -> Routes, @RoutesBuilder overriding changes: () -> Routes
) throws(RegistryError) -> String {
  let base = try Registry(stage: stage, base)
  return problemsOfDeriving(fileID: fileID, line: line, try base.overriding(changes))
}

/// The same for an expression.
func problemsOfDeriving(
  fileID: String = #fileID, line: Int = #line, _ make: @autoclosure () throws(RegistryError) -> Registry
) -> String {
  problemsOfDeriving(fileID: fileID, line: line) { () throws(RegistryError) in try make() }
}

extension String {
  /// The code of each problem, and the place and the code, such as "line + 2 captive-scope".
  var problems: [(code: String, placed: String)] {
    split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/([^ ].*?): (?:error|warning|note): .* \[([a-z-]+)\]/#)
        .map { (String($0.output.2), "\($0.output.1) \($0.output.2)") }
    }
  }

  /// The place and the code of each problem in the test's file.
  var findings: [String] { problems.map(\.placed).filter { $0.hasPrefix("line + ") } }

  /// The code of each problem, wherever it is.
  var codes: [String] { problems.map(\.code) }

  /// The path of each problem, such as "Cache → Inbox → UserSession".
  var paths: [String] {
    split(separator: "\n").filter { $0.hasPrefix("    ") && $0.contains(" → ") }.map {
      String($0.dropFirst(4))
    }
  }
}

// Routes of services with a lifetime, in one line each. See also `kept`.

/// A route of a service with two dependencies, which the registry keeps.
func kept<First, Second, Made: Sendable, Requested>(
  _ make: @escaping @Sendable (First, Second) throws -> Made, _ token: RoutableService<Requested>,
  fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    token
    Singleton()
  }
}

/// A route of a service with a dependency, which a scope keeps.
func scoped<Needed, Made: Sendable, Requested, Scope: RouteScope>(
  _ make: @escaping @Sendable (Needed) throws -> Made, _ token: RoutableService<Requested>,
  to scope: Scope.Type = UserSession.self, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    token
    Scoped(to: scope)
  }
}

/// A route of a service with two dependencies, which a scope keeps.
func scoped<First, Second, Made: Sendable, Requested, Scope: RouteScope>(
  _ make: @escaping @Sendable (First, Second) throws -> Made, _ token: RoutableService<Requested>,
  to scope: Scope.Type = UserSession.self, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    token
    Scoped(to: scope)
  }
}
