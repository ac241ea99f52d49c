import Testing
import WaymarkCore

/// A type with a value for tests that provide no dependency of this type.
///
///     struct DataClient: Sendable, TestPlaceholder {
///       var load: @Sendable (String) throws -> [UInt8]
///       static var placeholder: DataClient { DataClient(load: { _ in throw CancellationError() }) }
///     }
///
/// In a test of one module alone, as with `.registry(isolating:)`, reading an `@Routed` property of this type records
/// an issue if its provider, or a dependency of its provider, is missing, and the property has the placeholder from
/// then on. Without a placeholder, the program traps, and no other test runs. The issue names the test, the property,
/// and the missing dependency. `$name.resolve()` throws an error instead, with or without a placeholder.
public protocol TestPlaceholder {
  /// A value for the rest of a test that has failed because nothing provides the dependency.
  static var placeholder: Self { get }
}

/// Records an issue for a property that lacks a dependency, and returns the placeholder of the type.
///
/// - Parameters:
///   - type: The type of the property.
///   - error: The error that names the property and the missing dependency.
///   - location: The location of the property's declaration.
///   - test: The test of the registry. Code outside of its tasks may read the property.
/// - Throws: The error with the name of the test, if the type has no placeholder.
func placeholder(
  of type: Any.Type, for error: RouteError, declaredAt location: DeclarationLocation, in test: Test
) throws(RouteError) -> Any {
  // The module can provide the dependency, and lack one of that one's own.
  let reason = error.path.isEmpty ? "nothing provides" : "cannot be resolved"
  let fact = "the test \(test.nameInMessages) read a property that \(reason)"
  guard let type = type as? any TestPlaceholder.Type else {
    let (name, remedy) = (TypeName.of(type), error.remedy ?? "")
    // A protocol's existential type conforms to no protocol.
    let other = name.hasPrefix("any ") ? "" : "\nconform \(name) to TestPlaceholder"
    throw error.remedied(by: remedy + other, message: "\(fact), and \(error.message)")
  }
  Issue.record(
    """
    \(fact), and got \(type).placeholder
    \(error)
    """, severity: .error, sourceLocation: SourceLocation(location))
  return type.placeholder
}
