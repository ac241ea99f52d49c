/// Hears what a registry is asked for and makes: a dry run's, or a test's.
///
/// A registry without one takes shorter ways.
@usableFromInline
package class RegistryRecorder: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties; each subclass says why its own are safe. The
  // compiler does not check that for a class that is not final.

  package init() {}

  /// Something was asked for, by its key.
  func asked(for key: TokenKey) {}

  /// A route has made something.
  func made(_ destination: Any, by route: CompiledRoute) {}
}
