import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NotesServer
import PageKit
import ServerInterfaces
import Waymark
import WebServer

@testable import Accounts

/// The whole application in this process, on a database in a folder that's removed afterward.
struct RunningApplication: Sendable {
  let registry: Registry
  let client: any TestClientProtocol

  /// Returns a browser without cookies.
  func browser(fields: HTTPFields = [:]) -> Browser {
    Browser(DirectTransport(client: client), fields: fields)
  }

  /// Returns a browser in which somebody has just registered.
  func browser(registering name: String, password: String = "a good password") async throws -> Browser {
    let browser = browser()
    try await browser.register(name, password: password)
    return browser
  }
}

/// Runs a test on the whole application, whose passwords are hashed with hardly any work.
func withApplication<Result: Sendable>(
  settings: WebSettings = WebSettings(), profile: Profile? = nil,
  _ body: @Sendable (RunningApplication) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    try await withApplication(on: .folder(folder), settings: settings, profile: profile, .router, body)
  }
}

/// Runs a test on the whole application with its storage at some place.
///
/// - Parameter setup: Whether requests reach the application directly, or by a port.
func withApplication<Result: Sendable>(
  on storage: StoragePlace, settings: WebSettings = WebSettings(), profile: Profile? = nil,
  _ setup: TestingSetup, _ body: @Sendable (RunningApplication) async throws -> Result
) async throws -> Result {
  let registry = try Registry(profile: profile) {
    NotesServerApplication(storage: storage, settings: settings)
  }.overriding {
    Route(PasswordCost.self) {
      RoutableService(.passwordCost)
    } make: {
      PasswordCost(rounds: 2, passes: 1)
    }
    Route(LogInLimiter.self) {
      RoutableService(.logInLimiter)
      Singleton()
    } make: {
      // Tests may take longer than the usual time after which an attempt is allowed again.
      LogInLimiter(perSecond: 0.001)
    }
  }
  return try await registry.run {
    try await NotesServerApplication.web(registry).test(setup) { client in
      try await body(RunningApplication(registry: registry, client: client))
    }
  }
}
