import SharedFixtures
import Testing
import WaymarkCore

@testable import WaymarkCoreTesting

private struct DataClient: Sendable {
  var load: @Sendable (String) async throws -> [UInt8]
  var check: @Sendable (String, Int) throws -> Bool
  var count: @Sendable () async -> Int
  var name: @Sendable () -> String
  var forget: @Sendable (String) -> Void
  var show: @MainActor @Sendable (String) throws -> Void
}

extension DataClient: TestPlaceholder {
  static var placeholder: DataClient {
    DataClient(
      load: unimplemented("DataClient.load"), check: unimplemented("DataClient.check"),
      count: unimplemented("DataClient.count", placeholder: 3),
      name: unimplemented("DataClient.name", placeholder: "none"),
      forget: unimplemented("DataClient.forget", placeholder: ()),
      show: unimplemented("DataClient.show"))
  }
}

extension RoutableService<DataClient> { fileprivate static var dataClient: Self { declared() } }
extension RoutableService<Loader> { fileprivate static var loader: Self { declared() } }
extension RoutableService<LateLoader> { fileprivate static var lateLoader: Self { declared() } }

private struct Loader: Sendable { let data: DataClient }
private final class LateLoader: Sendable { let data = Routed(.dataClient) }

private struct LoaderModule: RouteModule {
  var routes: Routes {
    Route(Loader.init(data:)) { Service(.loader) }
    Route(LateLoader.init) { Service(.lateLoader) }
  }
}

@Suite("Unimplemented closures", .registry(isolating: LoaderModule()))
struct UnimplementedTests {
  @Test func `a throwing closure records its name and the test's name`() async {
    #expect(await issues { _ = DataClient.placeholder } == [], "an unused closure is no issue")
    let client = DataClient.placeholder
    let found = await issues {
      await #expect(throws: UnimplementedError.self) { try await client.load("file") }
      #expect(throws: UnimplementedError.self) { try client.check("file", 1) }
      await MainActor.run { _ = try? client.show("file") }
    }
    #expect(found.count == 3)
    #expect(
      found.first?.hasPrefix(
        """
        error: the test "a throwing closure records its name and the test's name" called DataClient.load, which is unimplemented
            To fix: replace it, as in .overriding { Overrides(…, \\.load) { … } }
        """) == true, "\(found)")
  }

  @Test func `a placeholder's closure records an issue and returns its value`() async {
    let client = DataClient.placeholder
    let found = await issues {
      let count = await client.count()
      #expect(count == 3 && client.name() == "none")
      client.forget("file")
    }
    #expect(found.count == 3)
    for (text, name) in zip(found, ["count", "name", "forget"]) {
      #expect(
        text.hasPrefix(
          "error: the test \"a placeholder's closure records an issue and returns its value\" called DataClient.\(name), which is unimplemented"
        ))
    }
  }

  @Test func `a call outside of a test's tasks names the test that made the closure`() async {
    let call = UnimplementedCall(name: "DataClient.check", sourceLocation: #_sourceLocation)
    let test = "a call outside of a test's tasks names the test that made the closure"
    #expect(
      await Task.detached { call.message }.value == """
        code outside of Swift Testing's tests called DataClient.check, which is unimplemented and was made in the test "\(test)"
            To fix: replace it, as in .overriding { Overrides(…, \\.check) { … } }
        """)
  }

  @Test func `the error names the closure`() async {
    let check = DataClient.placeholder.check
    var problem: UnimplementedError?
    _ = await issues {
      do { _ = try check("file", 1) } catch { problem = error as? UnimplementedError }
    }
    #expect(
      problem?.description == "DataClient.check is unimplemented" && problem?.name == "DataClient.check")
  }

  // MARK: - Isolated modules

  @Test func `an isolated module's parameter is its type's placeholder`() async throws {
    let loader = try Registry.current(.loader)
    let found = await issues { _ = try? await loader.data.load("file") }
    #expect(found.count == 1 && found[0].contains("DataClient.load"))
  }

  @Test(.overriding { Overrides(.dataClient, \.load) { _ in [1] } })
  func `an override replaces one member of a placeholder`() async throws {
    let loader = try Registry.current(.loader)
    #expect(try await loader.data.load("file") == [1])
    #expect(try await Registry.current(.dataClient).load("file") == [1])
    #expect(try await Registry.current(.lateLoader).data().load("file") == [1])
    let found = await issues { _ = try? loader.data.check("file", 1) }
    #expect(found.count == 1)
  }

  @Test func `a test can't request a dependency that the module lacks`() {
    let problem = #expect(throws: RouteError.self) { try Registry.current(.dataClient) }
    #expect(problem?.code == .unimplemented)
  }
}

private struct Inner: Sendable {
  let data: DataClient
  let amount: Int
  let text: String?
}
private struct Outer: Sendable {
  let inner: Inner
  let amount: Int
  let factor: Double
  let rates: DestinationServiceRouter<Float>
}
private final class Late: Sendable {
  let factor = Routed(.factor)
  let amount: Int
  init(amount: Int) { self.amount = amount }
}
extension RoutableService<Inner> { fileprivate static var inner: Self { declared() } }
extension RoutableService<Outer> { fileprivate static var outer: Self { declared() } }
extension RoutableService<Late> { fileprivate static var late: Self { declared() } }
extension RoutableService<Double> { fileprivate static var factor: Self { declared() } }
extension RoutableService<Int> { fileprivate static var amount: Self { declared() } }

private struct LackingModule: RouteModule {
  var routes: Routes {
    Route(Inner.init(data:amount:text:)) { Service(.inner) }
    Route(Outer.init(inner:amount:factor:rates:)) { Service(.outer) }
    Route(Late.init(amount:)) { Service(.late) }
  }
}

@Suite("Missing dependencies of an isolated module", .registry(isolating: LackingModule()))
struct LackingDependenciesTests {
  @Test func `the error lists all dependencies that the destination lacks`() {
    #expect(
      errorText { _ = try Registry.current(.outer) } == """
        Service<Int>, Service<Double>, and Service<Float> are not implemented, because the module is isolated, and Outer (…) needs them [unimplemented]
            while making Int (…), needed by Inner (…), needed by Outer (…)
            To fix: provide them with .overriding { … }
        """)
  }

  @Test func `the error lists a property read later`() {
    #expect(
      errorText { _ = try Registry.current(.late) }.hasPrefix("Service<Int> and Service<Double> are not"))
  }

  @Test(.overriding(allowsUnused: true) { Overrides(.factor, with: 1) })
  func `the error omits a dependency that the test provides`() {
    #expect(errorText { _ = try Registry.current(.late) }.hasPrefix("Service<Int> is not implemented"))
  }
}
