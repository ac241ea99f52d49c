import Foundation
import Testing

/// A connection to a server, which a test closes when it wants to.
final class RawConnection {
  private let descriptor: Int32
  private var isOpen = true

  /// Connects to a port of this machine.
  init(port: Int) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = in_port_t(port).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close() }

  /// Sends a request.
  func send(_ lines: [String], body: String = "") throws {
    let text = (lines + ["Host: 127.0.0.1", "Content-Length: \(body.utf8.count)", "", body])
      .joined(separator: "\r\n")
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Closes the connection without waiting for an answer.
  func close() {
    guard isOpen else { return }
    isOpen = false
    Foundation.close(descriptor)
  }
}
