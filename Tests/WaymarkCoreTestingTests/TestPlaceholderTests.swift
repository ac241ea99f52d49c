import SharedFixtures
import Testing
import WaymarkCore

@testable import WaymarkCoreTesting

private struct DataClient: Sendable, TestPlaceholder {
  var load: @Sendable () -> String
  static var placeholder: DataClient { DataClient(load: { "placeholder" }) }
}
private struct Settings: Sendable { var name = "" }
@MainActor private final class Toolbar: @MainActor TestPlaceholder {
  let title: String
  init(_ title: String) { self.title = title }
  static var placeholder: Toolbar { Toolbar("placeholder") }
}

extension RoutableService<DataClient> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Settings> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Importer> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<Toolbar> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<ImportScreen> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

private final class Importer: Sendable {
  let client = Routed(RoutableService<DataClient>())
  let settings = Routed(RoutableService<Settings>())
}
@MainActor private final class ImportScreen {
  @Routed(RoutableService()) var client: DataClient
  @Routed(RoutableView()) var toolbar: Toolbar
  @Routed(RoutableService()) var optional: DataClient?
}

private struct ImportModule: RouteModule {
  var routes: Routes {
    Route(Importer.init) { Service<Importer>() }
    Route(ImportScreen.init) { View<ImportScreen>() }
  }
}

@Suite("Placeholders of an isolated module", .registry(isolating: ImportModule()))
struct TestPlaceholderTests {
  private func withoutLines(_ texts: [String]) -> [String] {
    texts.map { $0.replacing(#/\w+\/TestPlaceholderTests.swift:\d+/#, with: "…") }
  }

  @Test func `reading a missing property records one issue and returns the placeholder`() async throws {
    let importer = try Router.makeDestination(to: RoutableService<Importer>())
    let found = await issues {
      for _ in 0..<2 {
        let loaded = importer.client().load()
        #expect(loaded == "placeholder")
      }
    }
    #expect(
      withoutLines(found) == [
        """
        error: the test "reading a missing property records one issue and returns the placeholder" read a property that nothing provides, and got DataClient.placeholder
        Service<DataClient> is not implemented, because the module is isolated, and the test requested it [unimplemented]
            while making DataClient (…)
            @Routed(Service<DataClient>) is declared at …, and read at …
            To fix: provide it with .overriding { … }
        """
      ])
    #expect(importer.client.isResolved)
  }

  @Test func `an issue about a property names the dependency that its destination lacks`() async throws {
    let registry = try Registry.current.overriding {
      Route({ (settings: Settings) in DataClient(load: { settings.name }) }) { Service<DataClient>() }
    }
    let importer = try registry.makeDestination(to: RoutableService<Importer>())
    let found = await issues {
      let loaded = importer.client().load()
      #expect(loaded == "placeholder")
    }
    #expect(found.count == 1)
    let text = found.first ?? ""
    #expect(
      text.contains(
        "read a property that cannot be resolved, and got DataClient.placeholder\nService<Settings> is"))
    #expect(text.contains("while making Settings (") && text.contains(", needed by DataClient ("))
  }

  @Test @MainActor func `a view gets placeholders`() async throws {
    let screen = try Router.makeDestination(to: RoutableView<ImportScreen>())
    let found = await issues {
      let texts = [screen.client.load(), screen.toolbar.title]
      #expect(texts == ["placeholder", "placeholder"])
      #expect(screen.optional == nil)
    }
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.hasPrefix("error: the test \"a view gets placeholders\" read a property") })
    #expect(found.last?.contains("got Toolbar.placeholder\nView<Toolbar> is not implemented") == true)
  }

  @Test func `resolving a missing property throws`() throws {
    let importer = try Router.makeDestination(to: RoutableService<Importer>())
    let problem = #expect(throws: RouteError.self) { try importer.client.resolve() }
    #expect(problem?.code == .unimplemented && !importer.client.isResolved)
  }

  @Test func `a type without a placeholder has no placeholder value`() async throws {
    let test = try #require(Test.current)
    let importer = try Router.makeDestination(to: RoutableService<Importer>())
    let problem = try #require(throws: RouteError.self) { try importer.settings.resolve() }
    let found = await issues {
      let value = placeholder(
        of: Settings.self, for: problem, declaredAt: DeclarationLocation(fileID: #fileID, line: #line),
        in: test)
      #expect(value == nil)
    }
    #expect(found == [])
  }

  @Test func `reading a property without a placeholder stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let registry = try Registry.isolating(ImportModule().routes)
      _ = try registry.makeDestination(to: RoutableService<Importer>()).settings()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Service<Settings> is not implemented, because the module is isolated"), "\(text)")
  }
}
