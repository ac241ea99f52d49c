import Foundation
import Testing

@Suite("The copies of the contract")
struct ContractCopyTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
  /// The contract is beside the repository where the library is developed.
  private static let contract = package.appending(path: "../../../shared/contract").standardizedFileURL
  private static let hasContract = FileManager.default.fileExists(atPath: contract.path)

  /// The targets UIKitContract, AppKitContract, and SwiftUIContract compile the copies.
  @Test(.enabled(if: hasContract), arguments: ["UIKit", "AppKit", "SwiftUI"])
  func isUnchanged(_ name: String) throws {
    let copy = Self.package.appending(path: "Contract/\(name)/\(name).swift")
    let original = Self.contract.appending(path: "\(name).swift")
    #expect(try String(contentsOf: copy, encoding: .utf8) == String(contentsOf: original, encoding: .utf8))
  }
}
