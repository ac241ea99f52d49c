import Foundation
import HTTPTypes
import Testing

/// nginx in front of several processes, which it asks in turn.
final class Proxy: Sendable {
  /// The field in which the proxy says which process has answered.
  static let upstream = HTTPField.Name("X-Upstream") ?? .via

  private let process = Process()
  let port: Int

  init(in folder: URL, to ports: [Int]) async throws {
    port = try Self.freePort()
    let configuration = """
      daemon off; worker_processes 1; pid \(folder.path)/nginx.pid; error_log \(folder.path)/nginx.log;
      events {}
      http {
        access_log off;
        client_body_temp_path \(folder.path)/body; proxy_temp_path \(folder.path)/proxy;
        fastcgi_temp_path \(folder.path)/fastcgi; uwsgi_temp_path \(folder.path)/uwsgi;
        scgi_temp_path \(folder.path)/scgi;
        upstream notes { \(ports.map { "server 127.0.0.1:\($0) fail_timeout=1s;" }.joined(separator: " ")) }
        server {
          listen 127.0.0.1:\(port);
          location / {
            proxy_pass http://notes; proxy_set_header X-Forwarded-For $remote_addr;
            add_header X-Upstream $upstream_addr always;
          }
        }
      }
      """
    let file = folder.appending(path: "nginx.conf")
    try Data(configuration.utf8).write(to: file)
    process.executableURL = URL(filePath: try #require(Tool.nginx.path))
    process.arguments = ["-e", "\(folder.path)/nginx.log", "-c", file.path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    try await poll(for: "nginx") { Self.isReachable(port) }
  }

  deinit { process.terminate() }

  /// Returns a port at which nothing listens.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socketAddress in
        try #require(bind(descriptor, socketAddress, length) == 0)
        try #require(getsockname(descriptor, socketAddress, &length) == 0)
      }
      return Int(UInt16(bigEndian: pointer.pointee.sin_port))
    }
  }

  private static func isReachable(_ port: Int) -> Bool {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port)"]
    shell.standardError = FileHandle.nullDevice
    guard (try? shell.run()) != nil else { return false }
    shell.waitUntilExit()
    return shell.terminationStatus == 0
  }
}
