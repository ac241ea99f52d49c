import Foundation

/// A program that some tests need.
///
/// Without it, they are skipped; where `WAYMARK_STRICT` is set, they run and fail.
struct Tool {
  let name: String

  static let nginx = Tool(name: "nginx")
  static let dot = Tool(name: "dot")
  static let chromium = Tool(name: "chromedriver")

  var isUsable: Bool {
    ProcessInfo.processInfo.environment["WAYMARK_STRICT"] != nil || path != nil
  }

  /// Where the program is.
  var path: String? {
    ["/usr/bin", "/usr/sbin", "/usr/local/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
