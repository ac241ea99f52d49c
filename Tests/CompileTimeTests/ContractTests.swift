import Foundation
import Testing

@Suite("The contract of the public API")
struct ContractTests {
  /// The files of the contract, code of users with copies among the fixtures, and the files that are compiled with each.
  private static let parts = [
    ("Declarations.swift", []),
    ("Usage.swift", ["Declarations.swift"]),
    ("Performing.swift", ["Declarations.swift"]),
    ("URLs.swift", ["Declarations.swift", "Performing.swift"]),
    ("TypedURLs.swift", ["Declarations.swift"]),
    ("Names.swift", []),
    ("Keys.swift", ["Names.swift"]),
    ("Scopes.swift", ["Names.swift"]),
    ("Collections.swift", ["Names.swift"]),
    ("Lifecycle.swift", ["Names.swift"]),
    ("Navigator.swift", ["Declarations.swift", "Performing.swift"]),
    ("Graph.swift", ["Declarations.swift", "Performing.swift"]),
    ("Testing.swift", ["Declarations.swift", "Usage.swift"]),
    ("TestingParts.swift", ["Names.swift", "Scopes.swift", "Collections.swift"]),
    ("Clients.swift", []),
    ("Servers.swift", ["Names.swift"]),
    ("Boundaries.swift", ["Names.swift"]),
    ("Screens.swift", ["Names.swift"]),
  ]

  /// The parts that other tests check: code that must not compile, and code that needs the models of the toolkits.
  private static let otherParts = ["Misuse.swift", "UIKit.swift", "AppKit.swift", "SwiftUI.swift"]

  @Test(arguments: parts)
  func `a part of the contract compiles without a warning`(file: String, others: [String]) async throws {
    #expect(try await Compiler.compile(others + [file]) == [])
  }

  @Test(arguments: parts)
  func `a part of the contract compiles in Swift 5 mode without a warning`(file: String, others: [String])
    async throws
  {
    #expect(try await Compiler.typeCheck(others + [file], Compiler.swift5) == [])
  }

  /// The contract is beside the repository where the library is developed.
  private static let contract = Compiler.root.appending(path: "../shared/contract").standardizedFileURL
  private static let hasContract = FileManager.default.fileExists(atPath: contract.path)

  @Test(.enabled(if: hasContract), arguments: parts.map(\.0) + ["Misuse.swift"])
  func `a fixture is an unchanged copy of the contract`(file: String) throws {
    let copy = try Compiler.text("Tests/CompileTimeTests/Fixtures/\(file)")
    let original = try String(contentsOf: Self.contract.appending(path: file), encoding: .utf8)
    #expect(copy == original)
  }

  @Test(.enabled(if: hasContract)) func `every part of the contract is checked`() throws {
    let parts = Self.parts.map(\.0) + Self.otherParts
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: Self.contract.path).sorted() == parts.sorted())
  }
}
