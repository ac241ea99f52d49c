import ScriptedWindow
import SharedFixtures
import Testing
import Waymark
import WaymarkCore

@testable import WaymarkNavigation

/// Lets a navigator open URLs, and counts its questions.
@MainActor
private final class Gate {
  var isOpen = true
  var count = 0
}

#if os(macOS) || os(Linux)
  @Suite("A navigator without a registry of its own")
  struct FollowingTests {
    @Test func `a navigator follows the installed registry, and keeps an unmatched URL in the early stage`()
      async
    {
      await #expect(processExitsWith: .success) { try await followInstalledRegistries() }
    }
  }
#endif

@MainActor private func followInstalledRegistries() async throws {
  let early = try Registry(stage: .early) { screens("home", .home, "notes://home") }
  let app = try NavigatedApplication()
  // Before any registry is installed, a link waits, and a request says the cause.
  let first = Navigator(from: app.window)
  first.onFailure = { url, failure in preconditionFailure("\(url): \(failure)") }
  first.receive("notes://home")
  await app.wait { first.opening == nil }
  do {
    try Registry.current.open("notes://home", .push(from: app.window))
  } catch {
    precondition(error.code == .noRegistryInstalled)
  }
  precondition(first.receivedURLs == ["notes://home"])
  Registry.install(early)
  await app.wait { first.receivedURLs.isEmpty && first.opening == nil }
  precondition(app.shown == ["home"])
  try await first.popToRoot()
  let gate = Gate()
  let failures = Log()
  let navigator = Navigator(
    from: app.window,
    opensWhen: {
      gate.count += 1
      return gate.isOpen
    }, keeping: .all)
  navigator.onFailure = { failures.append("\($0) \($1.code)") }
  navigator.setRoot("notes://start")
  for url in ["notes://late/7", "not a URL", "notes://home"] { navigator.receive(url) }
  await app.wait { app.shown == ["home"] && navigator.opening == nil }
  precondition(navigator.registry === early && navigator.receivedURLs == ["notes://late/7"])
  precondition(failures.all == ["not a URL malformedURL"])
  // Each attempt waits for another registry, but only one wait begins.
  navigator.retry()
  await app.wait { navigator.opening == nil }
  gate.isOpen = false
  navigator.retry()
  gate.count = 0
  let complete = try early.extending {
    screens("late", .login, "notes://late/:id", through: "notes://home", showing: "id")
  }
  await letOthersProceed()
  precondition(gate.count == 0)
  Registry.install(complete)
  await app.wait { gate.count > 0 }
  await letOthersProceed()
  precondition(gate.count == 1 && navigator.registry === complete)
  gate.isOpen = true
  navigator.retry()
  await app.wait { navigator.receivedURLs.isEmpty && navigator.opening == nil }
  precondition(app.shown == ["home", "late 7"])
  precondition(navigator.plan.steps.map(\.url) == ["notes://home", "notes://late/7"])
  // A complete registry has all URLs.
  navigator.receive("notes://nowhere")
  await app.wait { navigator.receivedURLs.isEmpty }
  precondition(failures.all.last == "notes://nowhere unknownURL")
  // A navigator in a task with a registry keeps that one.
  let bound = Registry.withCurrent(early) { Navigator(from: app.window) }
  precondition(bound.registry === early)
}
