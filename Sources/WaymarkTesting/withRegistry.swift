public import Waymark

// What the traits do, for XCTest: around a test, or in `invokeTest`.

/// Runs an operation with a registry of its own as the current one.
///
///     override func invokeTest() {
///       do { try withRegistry { EditorModule() } operation: { super.invokeTest() } } catch { XCTFail("\(error)") }
///     }
///
/// - Parameters:
///   - routes: Routes, adapters and modules.
///   - operation: The test; it, and the tasks that it creates, see the registry.
/// - Returns: What the operation returns.
/// - Throws: `RegistryError` with all problems of the routes, or what the operation throws.
public func withRegistry<Result>(
  @RoutesBuilder _ routes: () -> Routes, operation: () throws -> Result
) throws -> Result {
  try Registry.withCurrent(Registry(routes), operation: operation)
}

/// Runs an asynchronous operation with a registry of its own as the current one.
///
/// - Parameters:
///   - routes: Routes, adapters and modules.
///   - operation: The test; it, and the tasks that it creates, see the registry.
/// - Returns: What the operation returns.
/// - Throws: `RegistryError` with all problems of the routes, or what the operation throws.
public func withRegistry<Result>(
  @RoutesBuilder _ routes: () -> Routes, operation: () async throws -> Result
) async throws -> Result {
  try await Registry.withCurrent(Registry(routes), operation: operation)
}

/// Runs an operation with some routes of the current registry replaced.
///
/// - Parameters:
///   - routes: The replacements. What the registry does not have is an error.
///   - operation: The test; it, and the tasks that it creates, see the registry.
/// - Returns: What the operation returns.
/// - Throws: `RegistryError` with all problems of the routes, or what the operation throws.
public func withOverrides<Result>(
  @RoutesBuilder _ routes: () -> Routes, operation: () throws -> Result
) throws -> Result {
  try Registry.withCurrent(Registry.current.overriding(routes), operation: operation)
}

/// Runs an asynchronous operation with some routes of the current registry replaced.
///
/// - Parameters:
///   - routes: The replacements. What the registry does not have is an error.
///   - operation: The test; it, and the tasks that it creates, see the registry.
/// - Returns: What the operation returns.
/// - Throws: `RegistryError` with all problems of the routes, or what the operation throws.
public func withOverrides<Result>(
  @RoutesBuilder _ routes: () -> Routes, operation: () async throws -> Result
) async throws -> Result {
  try await Registry.withCurrent(Registry.current.overriding(routes), operation: operation)
}
