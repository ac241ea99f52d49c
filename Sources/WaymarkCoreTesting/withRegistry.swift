public import WaymarkCore
import WaymarkRuntime

// The equivalents of the traits for XCTest, to use around a test or in `invokeTest`.

/// Runs an operation with another registry as the current one.
///
///     override func invokeTest() {
///       do {
///         try withRegistry { EditorModule() } operation: { super.invokeTest() }
///       } catch { XCTFail("\(error)") }
///     }
///
/// - Parameters:
///   - routes: The routes, adapters, and modules.
///   - operation: The test. The registry is the current one for it and for the tasks that it creates.
/// - Returns: The result of the operation.
/// - Throws: `RegistryError` with all problems of the routes, or the error of the operation.
public func withRegistry<Result>(
  @RoutesBuilder _ routes: () -> Routes, operation: () throws -> Result
) throws -> Result {
  try with(Registry(routes), operation)
}

/// Runs an asynchronous operation with another registry as the current one.
///
/// - Parameters:
///   - routes: The routes, adapters, and modules.
///   - operation: The test. The registry is the current one for it and for the tasks that it creates.
/// - Returns: The result of the operation.
/// - Throws: `RegistryError` with all problems of the routes, or the error of the operation.
public func withRegistry<Result>(
  @RoutesBuilder _ routes: () -> Routes, operation: () async throws -> Result
) async throws -> Result {
  try await with(Registry(routes), operation)
}

/// Runs an operation with some declarations of the current registry replaced.
///
///     try withRegistry(overriding: { Overrides(.dataClient, \.limit, with: 3) }) {
///       print(try Registry.current(.dataClient).limit)
///     }
///
/// - Parameters:
///   - routes: The replacements. Replacing something that the registry doesn't have is an error.
///   - operation: The test. The new registry is the current one in it and in the tasks that it creates, and isn't
///     started.
/// - Returns: The result of the operation.
/// - Throws: `RegistryError` with all problems of the routes, or the error of the operation.
@_disfavoredOverload  // With a trailing closure, the function without the label is meant.
public func withRegistry<Result>(
  @RoutesBuilder overriding routes: () -> Routes, operation: () throws -> Result
) throws -> Result {
  try with(Registry.current.overriding(routes), operation)
}

/// Runs an asynchronous operation with some declarations of the current registry replaced.
///
///     try await withRegistry(overriding: { Overrides(.continuousClock, with: clock) }) {
///       async let reminder = Registry.current(.reminders).next()
///       await clock.advance(by: .seconds(60))
///       print(try await reminder)
///     }
///
/// - Parameters:
///   - routes: The replacements. Replacing something that the registry doesn't have is an error.
///   - operation: The test. The new registry is the current one in it and in the tasks that it creates, and isn't
///     started.
/// - Returns: The result of the operation.
/// - Throws: `RegistryError` with all problems of the routes, or the error of the operation.
@_disfavoredOverload  // With a trailing closure, the function without the label is meant.
public func withRegistry<Result>(
  @RoutesBuilder overriding routes: () -> Routes, operation: () async throws -> Result
) async throws -> Result {
  try await with(Registry.current.overriding(routes), operation)
}

/// Runs an operation with a registry as the current one.
///
/// Errors suggest no trait, unless the registry is an override of one that a trait provides.
private func with<Result>(_ registry: Registry, _ operation: () throws -> Result) throws -> Result {
  try TestingLibrary.$isLoaded.withValue(TestingLibrary.isLoaded && registry.makingRecorder != nil) {
    try Registry.withCurrent(registry, operation: operation)
  }
}

private func with<Result>(
  _ registry: Registry, _ operation: () async throws -> Result
) async throws -> Result {
  try await TestingLibrary.$isLoaded.withValue(TestingLibrary.isLoaded && registry.makingRecorder != nil) {
    try await Registry.withCurrent(registry, operation: operation)
  }
}

// The short names of tokens for test files. Modules have them only where they declare routes.

/// The token of a view, by its protocol.
public typealias View = RoutableView
/// The token of a service, by its protocol.
public typealias Service = RoutableService
/// The token of the configuration of a view's route, by its protocol.
public typealias ViewModule = RoutableViewModule
/// The token of the configuration of a service's route, by its protocol.
public typealias ServiceModule = RoutableServiceModule
/// The token of the views that modules contribute to a collection, by their protocol.
public typealias Views = RoutableViews
/// The token of the services that modules contribute to a collection, by their protocol.
public typealias Services = RoutableServices
