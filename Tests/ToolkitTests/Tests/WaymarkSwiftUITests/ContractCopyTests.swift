import Foundation
import Testing

@Suite("The copy of the contract")
struct ContractCopyTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
  /// The contract is beside the repository where the library is developed.
  private static let contract = package.appending(path: "../../../shared/contract/SwiftUI.swift")
    .standardizedFileURL
  private static let hasContract = FileManager.default.fileExists(atPath: contract.path)

  /// The target SwiftUIContract compiles the copy.
  @Test(.enabled(if: hasContract))
  func isUnchanged() throws {
    let copy = Self.package.appending(path: "Contract/SwiftUI/SwiftUI.swift")
    let (text, original) = try (
      String(contentsOf: copy, encoding: .utf8), String(contentsOf: Self.contract, encoding: .utf8)
    )
    withKnownIssue("the library doesn't have names as static properties yet") { #expect(text == original) }
  }
}
