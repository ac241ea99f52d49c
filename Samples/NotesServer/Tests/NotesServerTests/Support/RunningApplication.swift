import Accounts
import Foundation
import Hummingbird
import HummingbirdTesting
import NotesServer
import PageKit
import ServerInterfaces
import Waymark
import WebServer

/// The whole application in this process, on a database in a folder that's removed afterward.
struct RunningApplication: Sendable {
  let registry: Registry
  let client: any TestClientProtocol

  /// Returns a browser without cookies.
  func browser() -> Browser { Browser(DirectTransport(client: client)) }

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
    let registry = try Registry(profile: profile) {
      NotesServerApplication(storage: .folder(folder), settings: settings)
    }.overriding {
      Route(PasswordCost.self) {
        RoutableService(\.passwordCost)
      } make: {
        PasswordCost(rounds: 2, passes: 1)
      }
    }
    return try await registry.run {
      try await NotesServerApplication.web(registry).test(.router) { client in
        try await body(RunningApplication(registry: registry, client: client))
      }
    }
  }
}
