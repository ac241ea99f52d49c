import HTTPTypes
import HummingbirdTesting
import NIOCore

/// How a browser's requests reach the application.
protocol Transport: Sendable {
  func send(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: String?) async throws
    -> Page
}

/// Requests to an application in this process.
struct DirectTransport: Transport {
  let client: any TestClientProtocol

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: String?
  ) async throws -> Page {
    let response = try await client.execute(
      uri: path, method: method, headers: fields, body: body.map { ByteBuffer(string: $0) })
    return Page(
      status: response.status, fields: response.headers, text: String(buffer: response.body), path: path)
  }
}

/// Requests to a process, each by a connection of its own, so that the process may be restarted in between.
struct ConnectingTransport: Transport {
  let port: Int

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: String?
  ) async throws -> Page {
    try await TestClient.withClient(
      host: "127.0.0.1", port: port, configuration: .init(timeout: .seconds(120))
    ) { client in
      var fields = fields
      fields[.connection] = "close"
      let response = try await client.execute(
        .init(
          path, method: method, authority: "127.0.0.1", headers: fields,
          body: body.map { ByteBuffer(string: $0) }))
      let text = response.body.map { String(buffer: $0) } ?? ""
      return Page(status: response.status, fields: response.headers, text: text, path: path)
    }
  }
}
