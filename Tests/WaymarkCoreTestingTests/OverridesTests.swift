#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkSystem

private struct Client: Sendable {
  var load: @Sendable (Int) async throws -> String
  var save: @Sendable (String) throws -> Int
  var limit = 1
}
extension RoutableService<Client> { fileprivate static var client: Self { declared() } }
extension RoutableService<String> { fileprivate static var bookTitle: Self { declared() } }
extension RoutableServices<Client> { fileprivate static var allClients: Self { declared() } }
extension RoutableService<Model> { fileprivate static var model: Self { declared() } }
extension RoutableService<any Reading> { fileprivate static var reading: Self { declared() } }
extension RoutableView<any Board> { fileprivate static var board: Self { declared() } }

private protocol Reading: Sendable { var title: String { get set } }
private struct Book: Reading { var title = "book" }
@MainActor private protocol Board: AnyObject { var title: String { get set } }
@MainActor private final class NoteBoard: Board { var title = "board" }

private final class Model: Sendable {
  let client: Client
  init(client: Client) { self.client = client }
  /// Returns the results of all members.
  func texts() async throws -> [String] {
    [try await client.load(1), "\(try client.save("text"))", "\(client.limit)"]
  }
}

private struct ClientModule: RouteModule {
  var isKept = false
  var routes: Routes {
    Route({ Client(load: { "live \($0)" }, save: { $0.count }) }) {
      Service(.client)
      if isKept { Singleton() }
    }
    Route(Model.init(client:)) { Service(.model) }
    Route(Book.init(title:)) {
      Service(.reading)
      Takes(.bookTitle)
    }
    Route({ "book" }) { Service(.bookTitle) }
    Route(NoteBoard.init) { View(.board) }
  }
}

/// The ways for a test to replace a client.
private enum Way: String, CaseIterable, CustomTestStringConvertible {
  case member, change, whole, route, decorator

  var testDescription: String { rawValue }

  /// Returns an override that makes `load` return a text.
  func load(_ text: String) -> Routes {
    switch self {
    case .member: Overrides(.client, \.load) { _ in text }.declared
    case .change: Overrides(.client) { $0.load = { _ in text } }.declared
    case .whole: Overrides(.client, with: Client(load: { _ in text }, save: { _ in 0 })).declared
    case .route:
      Route({ Client(load: { _ in text }, save: { _ in 0 }) }) { RoutableService(.client) }.declared
    case .decorator:
      Decorates(.client) { client in
        var client = client
        client.load = { _ in text }
        return client
      }.declared
    }
  }
}

@Suite("Overrides of members and of wholes")
struct OverridesTests {
  @Test @MainActor func `an override replaces a member of an existential, and a view for each request`()
    throws
  {
    let registry = try Registry { ClientModule() }.overriding {
      Overrides(.reading, \.title, with: "fake")
      Overrides(.board, with: NoteBoard())
    }
    #expect(try registry(.reading).title == "fake")
    #expect(try registry(.board) !== registry(.board))
  }

  @Test func `an override replaces a kept client without a warning, and another one a member of it`()
    async throws
  {
    let registry = try Registry { ClientModule(isKept: true) }.overriding {
      Overrides(.client, \.limit, with: 9)
      Overrides(.client, with: Client(load: { _ in "whole" }, save: { _ in 0 }))
    }
    #expect(try await registry(.model).texts() == ["whole", "0", "9"])
    #expect(registry.diagnostics.filter { $0.severity != .note }.isEmpty)
    let later = try registry.overriding { Overrides(.client, \.load) { "fake \($0)" } }
    #expect(try await later(.model).texts() == ["fake 1", "0", "9"])
  }

  @Test(
    .registry { SystemModule() }, .overriding { Overrides(.newUUID, with: .incrementing) }, arguments: 0..<3)
  func `each case of a test has an override of its own`(_: Int) throws {
    #expect(try Registry.current(.newUUID)().uuidString == "00000000-0000-0000-0000-000000000000")
  }

  @Test(arguments: Way.allCases, Way.allCases)
  fileprivate func `a test's override wins over its suite's override`(suite: Way, test: Way) async throws {
    try await run(
      RegistryTrait.registry { ClientModule() },
      RegistryTrait.overriding(allowsUnused: true) { suite.load("suite") },
      RegistryTrait.overriding { test.load("test") }
    ) {
      let text = try await Registry.current(.client).load(1)
      let texts = try await Registry.current(.model).texts()
      #expect(text == "test" && texts[0] == "test")
    }
  }

  /// As the manual says, so that nobody relies on another instance.
  @Test func `requests by an identifier and for a collection get the instance without overrides`() throws {
    let base = try Registry {
      Route({ Client(load: { _ in "" }, save: { _ in 0 }) }) {
        Service(.client)
        Identifier("client")
        Contributes(to: .allClients)
      }
    }
    let registry = try base.overriding { Overrides(.client, \.limit, with: 7) }
    #expect(try registry(.client).limit == 7)
    let identified = try AnyRouter(identifier: "client", in: registry).makeService()
    #expect((identified as? Client)?.limit == 1)
    #expect(try registry.contributions(to: .allClients).makeDestinations().map(\.limit) == [1])
  }

  @Test func `an unused override is reported`() async throws {
    let trait: RegistryTrait = .overriding {
      Overrides(.client, \.load) { _ in "fake" }
      Overrides(.client, \.limit, with: 3)
      Overrides(.client) { $0.limit = 4 }
      Overrides(.reading, with: Book(title: "fake"))
    }
    let found = await traitIssues([RegistryTrait.registry { ClientModule() }, trait])
    let texts = found.map { $0.replacing(#/\w+\/OverridesTests.swift:\d+/#, with: "…") }
    let overrides = [
      "Overrides(.reading) is overridden", "Overrides(.client, \\.load) is added",
      "Overrides(.client, \\.limit) is added", "Overrides(.client) is added",
    ]
    #expect(
      texts
        == overrides.map {
          """
          warning: \($0) at …, but the test never used it
              To fix: remove it
                  or: write .overriding(allowsUnused: true)
          """
        })
  }
}
