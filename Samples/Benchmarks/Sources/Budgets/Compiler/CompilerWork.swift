import Measurements

/// The rows about the compiler's time.
enum CompilerWork {
  /// The function bodies of a file with 20 registrations.
  static let typeCheck = Work(
    "type-check 20 registrations", baseline: "the same in a table", budget: .amount(40), unit: .milliseconds)
  /// A package whose only dependency is the library, built for the first time.
  static let cleanBuild = Work("clean debug build of a package", budget: .amount(10), unit: .seconds)

  /// All rows of the table, in order.
  static let all = [typeCheck, cleanBuild]
}
