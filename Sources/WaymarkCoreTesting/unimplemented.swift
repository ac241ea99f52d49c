import Testing

/// Returns a closure that records an issue when a test calls it, and throws.
///
///     extension DataClient: TestPlaceholder {
///       static var placeholder: DataClient {
///         DataClient(load: unimplemented("DataClient.load"), save: unimplemented("DataClient.save"))
///       }
///     }
///
/// The issue names the closure and the test, and is at the location of this call. If code outside of a test's tasks
/// calls the closure, the issue names the test that made it. A test of XCTest fails. Outside of tests, the closure only
/// throws.
///
/// - Parameters:
///   - name: The name of the closure, for the issue.
///   - fileID: The source file of the call, for the issue.
///   - filePath: The path of the source file.
///   - line: The source line of the call.
///   - column: The column of the call.
/// - Returns: A closure with any parameters, for a synchronous or an asynchronous property. It throws
///   ``UnimplementedError``.
public func unimplemented<each Parameter, Result>(
  _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  column: Int = #column
) -> @Sendable (repeat each Parameter) throws -> Result {
  // A file without `import Testing` has no `#_sourceLocation`.
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let call = UnimplementedCall(name: name, sourceLocation: location)
  return { (_: repeat each Parameter) in
    call.record()
    throw UnimplementedError(name: name)
  }
}

/// Returns a closure that records an issue when a test calls it, and returns a placeholder.
///
///     let count: @Sendable () -> Int = unimplemented("DataClient.count", placeholder: 0)
///
/// Use it for a closure that can't throw. The issue names the closure and the test, and is at the location of this
/// call. A test of XCTest fails. Outside of tests, the closure only returns the placeholder.
///
/// - Parameters:
///   - name: The name of the closure, for the issue.
///   - placeholder: The result of the closure.
///   - fileID: The source file of the call, for the issue.
///   - filePath: The path of the source file.
///   - line: The source line of the call.
///   - column: The column of the call.
/// - Returns: A closure with any parameters, for a synchronous or an asynchronous property.
public func unimplemented<each Parameter, Result>(
  _ name: String, placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> @Sendable (repeat each Parameter) -> Result {
  // A file without `import Testing` has no `#_sourceLocation`.
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let call = UnimplementedCall(name: name, sourceLocation: location)
  return { (_: repeat each Parameter) in
    call.record()
    return placeholder()
  }
}

/// The error of a closure that ``unimplemented(_:fileID:filePath:line:column:)`` has made.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  /// The name of the closure.
  public let name: String

  /// The name of the closure, with the reason for the error.
  public var description: String { "\(name) is unimplemented" }
}

/// A call of an unimplemented closure.
struct UnimplementedCall: Sendable {
  let name: String
  let sourceLocation: SourceLocation
  /// The test that made the closure, for calls outside of the test's tasks.
  private let test = Test.current

  /// The text of the issue about a call.
  var message: String {
    let caller =
      Test.current.map { "the test \($0.nameInMessages)" } ?? "code outside of Swift Testing's tests"
    let maker = Test.current == nil ? test.map { " and was made in the test \($0.nameInMessages)" } : nil
    let member = name.split(separator: ".").last.map { "\\.\($0)" } ?? "…"
    return """
      \(caller) called \(name), which is unimplemented\(maker ?? "")
          To fix: replace it, as in .overriding { Overrides(…, \(member)) { … } }
      """
  }

  /// Records the issue of a call.
  func record() { Issue.record(message, severity: .error, sourceLocation: sourceLocation) }
}

extension Test {
  /// The name of the test in messages.
  var nameInMessages: String { displayName.map { "\"\($0)\"" } ?? name }
}
