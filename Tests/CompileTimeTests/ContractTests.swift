import Foundation
import Testing

/// A file of the contract: code of users, with a copy among the fixtures.
struct ContractPart: Sendable, CustomTestStringConvertible {
  let file: String
  /// The files that are compiled with it, as one module.
  let others: [String]

  init(_ file: String, with others: [String] = []) {
    self.file = file
    self.others = others
  }

  var testDescription: String { file }
}

@Suite("The contract of the public API")
struct ContractTests {
  /// The parts that the library implements.
  private static let parts = [
    ContractPart("Declarations.swift"),
    ContractPart("Usage.swift", with: ["Declarations.swift"]),
    ContractPart("Performing.swift", with: ["Declarations.swift"]),
    ContractPart("URLs.swift", with: ["Declarations.swift", "Performing.swift"]),
    ContractPart("TypedURLs.swift", with: ["Declarations.swift"]),
    ContractPart("Names.swift"),
    ContractPart("Keys.swift", with: ["Names.swift"]),
    ContractPart("Scopes.swift", with: ["Names.swift"]),
    ContractPart("Collections.swift", with: ["Names.swift"]),
    ContractPart("Lifecycle.swift", with: ["Names.swift"]),
    ContractPart("Navigator.swift", with: ["Declarations.swift", "Performing.swift"]),
    ContractPart("Graph.swift", with: ["Declarations.swift", "Performing.swift"]),
    ContractPart("Testing.swift", with: ["Declarations.swift", "Usage.swift"]),
    ContractPart("TestingParts.swift", with: ["Names.swift", "Scopes.swift", "Collections.swift"]),
    ContractPart("Clients.swift"),
    ContractPart("Servers.swift", with: ["Names.swift"]),
    ContractPart("Boundaries.swift", with: ["Names.swift"]),
    ContractPart("Screens.swift", with: ["Names.swift"]),
  ]

  /// The parts that come later.
  ///
  /// To begin one, copy it to the fixtures and move it to `parts`.
  private static let laterParts: [ContractPart] = []

  /// The parts that other tests check: code that must not compile, and code that needs the models of the toolkits.
  private static let otherParts = ["Misuse.swift", "UIKit.swift", "AppKit.swift", "SwiftUI.swift"]

  @Test(arguments: parts)
  func partOfTheContractCompilesWithoutAWarning(part: ContractPart) async throws {
    #expect(try await Compiler.compile(part.others + [part.file]) == [])
  }

  /// The contract is beside the repository where the library is developed.
  private static let contract = Compiler.fixtures.appending(path: "../../../../shared/contract")
    .standardizedFileURL
  private static let hasContract = FileManager.default.fileExists(atPath: contract.path)

  @Test(.enabled(if: hasContract), arguments: parts.map(\.file) + ["Misuse.swift"])
  func fixtureIsAnUnchangedCopyOfTheContract(file: String) throws {
    let copy = try String(contentsOf: Compiler.fixtures.appending(path: file), encoding: .utf8)
    let original = try String(contentsOf: Self.contract.appending(path: file), encoding: .utf8)
    #expect(copy == original)
  }

  @Test(.enabled(if: hasContract))
  func everyPartOfTheContractIsChecked() throws {
    let parts = (Self.parts + Self.laterParts).map(\.file) + Self.otherParts
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: Self.contract.path).sorted() == parts.sorted())
  }
}
