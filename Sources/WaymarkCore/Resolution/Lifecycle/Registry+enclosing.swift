extension Registry {
  /// Starts the registries around the scopes of this one, from the outermost, then this one, and stops all after an
  /// operation.
  ///
  /// - Parameter operation: The operation, in which this registry is the current one.
  /// - Throws: What ``start()``, the operation, or stopping throws.
  package func runWithRegistriesAround(_ operation: () async throws -> Void) async throws {
    guard let outer = scope?.outer else { return try await run(operation) }
    try await outer.runWithRegistriesAround { try await run(operation) }
  }
}
