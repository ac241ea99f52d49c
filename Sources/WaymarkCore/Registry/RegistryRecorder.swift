/// Records a registry's requests and the instances it creates, for a dry run or a test.
///
/// A registry without a recorder uses faster paths.
@usableFromInline
package class RegistryRecorder: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties; each subclass explains why its own are
  // safe. The compiler doesn't check that for a class that isn't final.

  package init() {}

  /// Called for each request, with the requested key.
  func asked(for key: TokenKey) {}

  /// Called for each new instance, with the route that made it.
  func made(_ destination: Any, by route: CompiledRoute) {}

  /// Called for each decorator that has wrapped an instance.
  func decorated(by decorator: CompiledDecorator) {}
}
