import Testing
import WaymarkCore

/// A type that has a value for tests in which nothing provides it.
///
///     struct DataClient: Sendable, TestPlaceholder {
///       var load: @Sendable (String) throws -> [UInt8]
///       static var placeholder: DataClient { DataClient(load: { _ in throw CancellationError() }) }
///     }
///
/// If a test of one module alone, as with `.registry(isolating:)`, reads an `@Routed` property of this type that nothing
/// provides, the test has an issue, and the property gets the placeholder. Without a placeholder, the program stops
/// there, and no other test runs.
///
/// The issue names the test, the property, and the missing dependency. It's recorded once for each property, because the
/// property keeps the placeholder. `$name.resolve()` throws instead, whether or not there's a placeholder.
public protocol TestPlaceholder {
  /// A value to use in a test that has failed because nothing provides the dependency.
  static var placeholder: Self { get }
}

/// Returns the placeholder for a property that nothing provides, after recording an issue.
///
/// - Parameters:
///   - type: The type of the property.
///   - error: The error that names the property and the missing dependency.
///   - location: The location of the property's declaration.
///   - test: The test for which the registry was created. The property may be read outside of its tasks.
/// - Returns: The placeholder; nil if the type has none.
func placeholder(
  of type: Any.Type, for error: RouteError, declaredAt location: DeclarationLocation, in test: Test
) -> Any? {
  guard let type = type as? any TestPlaceholder.Type else { return nil }
  Issue.record(
    """
    the test \(test.nameInMessages) read a property that nothing provides, and got \(type).placeholder
    \(error)
    """, severity: .error, sourceLocation: SourceLocation(location))
  return type.placeholder
}
