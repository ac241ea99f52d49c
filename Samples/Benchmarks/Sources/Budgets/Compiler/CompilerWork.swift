import Measurements

/// The rows about the compiler's time.
enum CompilerWork {
  /// The function bodies of a file with 20 registrations.
  static let typeCheck = Work(
    "type-check 20 registrations", baseline: "the same in a table", budget: .amount(40), unit: .milliseconds)
  /// The same file, where each service has a name.
  static let typeCheckNames = Work(
    "type-check 20 registrations by name", baseline: "the same by type", budget: .ratio(1.1),
    unit: .milliseconds)
  /// The function bodies of a file with 20 requests, each in an expression with operators, as in a test.
  static let typeCheckRequests = Work(
    "type-check 20 requests in expressions", baseline: "the same from a table", budget: .amount(100),
    unit: .milliseconds)
  /// The processor time of compiling a file with many registrations.
  static let debug = Work(
    "compile a registration for debugging", baseline: "the same in a table", budget: .amount(5),
    unit: .registration)
  /// The same with optimization.
  static let release = Work(
    "compile a registration for release", baseline: "the same in a table", budget: .ratio(1.5),
    unit: .registration)
  /// The same for a request: a function that requests a service and calls it.
  static let request = Work(
    "compile a request for release", baseline: "the same from a table", budget: .amount(15),
    unit: .registration)
  /// A package with the library as its only dependency, built for the first time.
  static let cleanBuild = Work("clean debug build of a package", budget: .amount(10), unit: .seconds)

  /// All rows of the table, in order.
  static let all = [typeCheck, typeCheckNames, typeCheckRequests, debug, release, request, cleanBuild]

  /// Returns the form that is compiled for one side of a row.
  static func form(_ side: Side, of work: Work) -> RegistrationsSource.Form {
    switch side {
    case .baseline: work.name == typeCheckNames.name ? .byType : .table
    case .waymark: work.name == typeCheck.name ? .byType : .byName
    }
  }
}
