/// The isolation of one module that a test compiles alone, in whose registry dependencies may be missing.
package struct Isolation: Sendable {
  /// A function that returns the value of an `@Routed` property that nothing provides, or nil.
  ///
  /// - Parameters:
  ///   - type: The type of the property.
  ///   - error: The error that names the missing dependency and the property.
  ///   - location: The location of the property's declaration.
  package typealias Placeholder =
    @Sendable (_ type: Any.Type, _ error: RouteError, _ location: DeclarationLocation) -> Any?

  let placeholder: Placeholder
}
