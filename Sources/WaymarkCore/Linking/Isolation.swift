/// The settings of a module that a test compiles alone and that can lack dependencies.
package struct Isolation: Sendable {
  /// A function that returns the value of a `@Routed` property without a provider, or throws the error that stops the
  /// program.
  package typealias Placeholder =
    @Sendable (_ type: Any.Type, _ error: RouteError, _ location: DeclarationLocation) throws(RouteError)
    -> Any

  /// A function that returns the value of a parameter that nothing provides, or nil.
  package typealias Parameter = @Sendable (_ type: Any.Type) -> Any?

  let placeholder: Placeholder
  let parameter: Parameter
}
