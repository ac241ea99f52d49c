import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import ServiceLifecycle
import Testing
import Waymark

@testable import NotesServer

/// The whole application in this process.
struct RunningApplication: Sendable {
  /// The application of a test with the trait `.application`.
  @TaskLocal static var current: RunningApplication?

  let registry: Registry
  let client: any TestClientProtocol

  func browser(fields: HTTPFields = [:]) -> Browser {
    Browser(DirectTransport(client: client), fields: fields)
  }

  /// Returns a browser in which somebody has just registered.
  func browser(registering name: String) async throws -> Browser {
    let browser = browser()
    try await browser.register(name)
    return browser
  }

  /// Registers somebody, and returns the token of a session for programs.
  func token(registering name: String) async throws -> String {
    _ = try await browser(registering: name)
    let body = #"{"name": "\#(name)", "password": "\#(Browser.password)"}"#
    return try #require(try await browser().json(.post, "/api/session", body).object["token"] as? String)
  }

  var storage: any NotesStorage { get throws { try registry.makeDestination(to: .storage) } }
}

/// The application of the running test.
var application: RunningApplication {
  guard let current = RunningApplication.current else { preconditionFailure("add the trait .application") }
  return current
}

/// A trait that gives each test an application of its own.
struct ApplicationTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  let setup: TestingSetup
  let profile: Profile?
  let settings: @Sendable (inout SiteSettings) -> Void

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withApplication(setup, profile: profile, settings: settings) { application in
      try await RunningApplication.$current.withValue(application) { try await function() }
    }
  }
}

extension Trait where Self == ApplicationTrait {
  static var application: Self { application() }

  static func application(
    _ setup: TestingSetup = .router, profile: Profile? = nil,
    settings: @escaping @Sendable (inout SiteSettings) -> Void = { _ in }
  ) -> Self { ApplicationTrait(setup: setup, profile: profile, settings: settings) }
}

/// Runs a test on the application, whose passwords are hashed with hardly any work, on a database of its own.
func withApplication(
  at place: StoragePlace? = nil, _ setup: TestingSetup = .router, profile: Profile? = nil,
  log: InMemoryLogHandler = InMemoryLogHandler(), settings change: (inout SiteSettings) -> Void = { _ in },
  _ body: @Sendable (RunningApplication) async throws -> Void
) async throws {
  var settings = SiteSettings()
  change(&settings)
  try await withTemporaryFolder { [settings] folder in
    let registry = try Registry(profile: profile) {
      NotesServerApplication(
        storage: place ?? .folder(folder), settings: settings, logger: Logger(label: "test") { _ in log })
    }.overriding {
      Route({ PasswordCost(rounds: 2, passes: 1) }) { RoutableService(.passwordCost) }
      // Tests may take longer than the usual time until the next attempt.
      Route({ RateLimiter(perSecond: 0.001, burst: 10) }) {
        RoutableService<RateLimiter>(.own)
        Singleton()
      }
    }
    try await registry.run {
      try await Site.application(registry).test(setup) { client in
        try await body(RunningApplication(registry: registry, client: client))
      }
    }
  }
}

/// A storage that does something else with some calls.
struct FaultyStorage: NotesStorage {
  let inner: any NotesStorage
  let before: @Sendable (any StorageCall) async throws -> Void
  var after: @Sendable (any StorageCall) async throws -> Void = { _ in }

  func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    try await before(call)
    let answer = try await inner.perform(call)
    try await after(call)
    return answer
  }
}

/// Runs a test with a started storage on a database of its own, and two users.
func withStorage(
  _ body: @Sendable (_ database: NotesDatabase, _ ann: String, _ bob: String) async throws -> Void
) async throws {
  try await withTemporaryFolder { folder in
    let registry = try Registry { StorageModule(folder: folder) }
    try await registry.run {
      let database = try #require(try registry.makeDestination(to: .storage) as? NotesDatabase)
      let ann = try await database.perform(AddAccount(name: "ann", passwordHash: "hash")).id
      let bob = try await database.perform(AddAccount(name: "bob", passwordHash: "hash")).id
      try await body(database, ann, bob)
    }
  }
}

/// Serves a storage at a free port or a socket, and runs a test with its address.
func withServer(
  _ storage: any NotesStorage, _ change: (inout StorageAddress) -> Void = { _ in }, socket: String? = nil,
  _ body: @Sendable (StorageAddress) async throws -> Void
) async throws {
  var address = StorageAddress(socket.map { .socket($0) } ?? .host("127.0.0.1", port: 0))
  address.secret = "a secret that both sides have to know"
  change(&address)
  let registry = try Registry {
    Route({ FaultyStorage(inner: storage, before: { _ in }) }) { RoutableService(.storage) }
  }
  let addresses = AsyncStream.makeStream(of: StorageAddress.self)
  let server = try StorageServer.application(address, registry: registry) { addresses.continuation.yield($0) }
  let group = ServiceGroup(services: [server], logger: Logger(label: "test"))
  async let running: Void = group.run()
  var iterator = addresses.stream.makeAsyncIterator()
  var reached = StorageAddress(try #require(await iterator.next()).place)
  (reached.secret, reached.certificate, reached.deadline) = (
    address.secret, address.certificate, .seconds(60)
  )
  let result = await Result { [reached] in try await body(reached) }
  await group.triggerGracefulShutdown()
  try await running
  try result.get()
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// Runs asynchronous work in a folder of its own, which is removed afterward.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ns-\(UUID().uuidString.prefix(8))")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// Asks for a condition until it holds.
///
/// The limit only ends a test that would wait forever. It's so long that the load of the machine doesn't matter.
func poll(for purpose: String, until condition: () async throws -> Bool) async throws {
  for _ in 0..<6000 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw HTTPError(.gatewayTimeout, message: "waited in vain for \(purpose)")
}
