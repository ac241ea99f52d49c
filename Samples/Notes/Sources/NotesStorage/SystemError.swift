import Foundation

/// The system's description of a failed call.
struct SystemError: Error, CustomStringConvertible {
  let description: String

  /// Takes the error of the call that has just failed on this thread.
  init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
