import ServerInterfaces

/// Checks that the other process answers.
struct RemoteCheck: HealthCheck {
  let name = "storage"
  let address: StorageAddress
  let connection: StorageConnection

  init(address: StorageAddress, connection: StorageConnection) {
    self.address = address
    self.connection = connection
  }

  func check() async throws -> String {
    let start = ContinuousClock.now
    _ = try await connection.perform(FindSession(key: ""))
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    return "grpc://\(address.host):\(address.port) answered in \(milliseconds) ms"
  }
}
