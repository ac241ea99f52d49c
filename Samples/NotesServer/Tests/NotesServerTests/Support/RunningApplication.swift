import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Synchronization
import Testing
import Waymark

@testable import NotesServer

struct RunningApplication: Sendable {
  @TaskLocal static var current: RunningApplication?

  let registry: Registry
  let client: any TestClientProtocol
  let log: InMemoryLogHandler

  func browser(fields: HTTPFields = [:]) -> Browser {
    Browser(fields: fields) { [client] method, path, fields, body in
      let response = try await client.execute(uri: path, method: method, headers: fields, body: body)
      return Page(path, response.head, response.body)
    }
  }

  func browser(registering name: String) async throws -> Browser {
    let browser = browser()
    try await browser.register(name)
    return browser
  }

  func token(of name: String) async throws -> String {  // Of a new account's session, for programs.
    _ = try await browser(registering: name)
    return try await token(loggingIn: name)
  }

  func token(loggingIn name: String) async throws -> String {
    let body = #"{"name": "\#(name)", "password": "\#(Browser.password)"}"#
    return try #require(try await browser().json(.post, "/api/session", body).object["token"] as? String)
  }

  func user(_ name: String) async throws -> String {
    try await storage.perform(AddAccount(name: name, passwordHash: "hash")).id
  }

  var storage: any NotesStorage { get throws { try registry.makeDestination(to: .storage) } }

  /// The database behind the decorators of the storage.
  var database: NotesDatabase {
    get throws {
      var storage: Any = try storage
      while let inner = Mirror(reflecting: storage).descendant("inner") { storage = inner }
      return try #require(storage as? NotesDatabase)
    }
  }
}

var application: RunningApplication {
  guard let current = RunningApplication.current else { preconditionFailure("add the trait .application()") }
  return current
}

/// A trait that gives each test an application of its own, with options of the command line.
struct ApplicationTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  let setup: TestingSetup
  let options: [String]
  let profile: Profile?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      try await withApplication(StorageModule(folder: folder), setup, options, profile: profile, function)
    }
  }
}

extension Trait where Self == ApplicationTrait {
  static func application(_ options: String..., setup: TestingSetup = .router, profile: Profile? = nil)
    -> Self
  { ApplicationTrait(setup: setup, options: options, profile: profile) }
}

func makeRegistry(
  _ options: [String] = [], storage: any RouteModule = StorageModule(folder: .temporaryDirectory),
  profile: Profile? = nil, log: InMemoryLogHandler = InMemoryLogHandler()
) throws -> Registry {
  let (settings, logger) = (try SiteSettings.parse(options), Logger(label: "test") { _ in log })
  return try Registry(profile: profile) {
    NotesServerApplication(storage: storage, settings: settings, logger: logger)
  }
}

/// Runs a test on an application, the current one in it, which hashes passwords with hardly any work.
func withApplication(
  _ storage: any RouteModule, _ setup: TestingSetup, _ options: [String] = [], profile: Profile? = nil,
  _ body: @Sendable () async throws -> Void
) async throws {
  let log = InMemoryLogHandler()
  let registry = try makeRegistry(options, storage: storage, profile: profile, log: log).overriding {
    Route({ PasswordHasher(rounds: 2, passes: 1) }) { RoutableService<PasswordHasher>(.own) }
    // Tests may take longer than the usual time until the next attempt.
    Route({ LogInLimiter(rate: 0.005) }) {
      RoutableService<LogInLimiter>(.own)
      Singleton()
    }
  }
  try await registry.run {
    let site = Site.application(
      try Site.router(registry), try registry(.siteSettings), logger: try registry(.logger))
    try await site.test(setup) { client in
      let application = RunningApplication(registry: registry, client: client, log: log)
      try await RunningApplication.$current.withValue(application) { try await body() }
    }
  }
}

/// A storage that counts its calls, and does something else for some of them, or for all if it has no inner storage.
final class FaultyStorage: NotesStorage {
  typealias Action = @Sendable (any StorageCall) async throws -> Void

  private let inner: (any NotesStorage)?
  private let before, after: Action
  private let counts = Mutex<[String: Int]>([:])

  init(
    inner: (any NotesStorage)? = nil, before: @escaping Action = { _ in }, after: @escaping Action = { _ in }
  ) { (self.inner, self.before, self.after) = (inner, before, after) }

  /// Returns how often something has happened, such as `SaveNote`, `SaveNote done`, or `ReadNote canceled`.
  subscript(event: String) -> Int { counts.withLock { $0[event] ?? 0 } }

  private func count(_ event: String) { counts.withLock { $0[event, default: 0] += 1 } }

  func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    count(Call.name)
    do {
      try await before(call)
      let answer = try await #require(inner).perform(call)
      count("\(Call.name) done")
      try await after(call)
      return answer
    } catch is CancellationError {
      count("\(Call.name) canceled")
      throw CancellationError()
    }
  }
}

func withServer(
  _ storage: any NotesStorage, certificate: String? = nil, key: String? = nil,
  _ body: @Sendable (StorageAddress) async throws -> Void
) async throws {
  let address = StorageAddress(
    place: .host("localhost", port: 0), secret: "a secret that both sides have to know",
    certificate: certificate, key: key, deadline: .seconds(60))
  try await StorageServer.application(address, storage).test(.live) { client in
    var reached = address
    reached.place = .host("localhost", port: try #require(client.port))
    try await body(reached)
  }
}

func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ns-\(UUID().uuidString.prefix(8))")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// Asks for a condition until it holds, or for so long that the load of the machine doesn't matter.
func poll(for purpose: String, until condition: () async throws -> Bool) async throws {
  for _ in 0..<6000 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw HTTPError(.gatewayTimeout, message: "waited in vain for \(purpose)")
}
