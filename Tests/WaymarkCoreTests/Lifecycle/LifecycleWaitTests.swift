import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// A lifecycle or a scope.
private final class Subject: Sendable {}

@Suite("Waits for lifecycles and scopes")
struct LifecycleWaitTests: RouteVocabulary {
  @Test func `the end of a wait doesn't end another wait of the same operation`() async throws {
    let (first, second, third) = (Subject(), Subject(), Subject())
    let registry = try Registry { Route(SystemTime.self) { Service<any TimeSource>() } }
    let isRefused = await LifecycleWork.runSteps(of: first) {
      await LifecycleWork.wait(for: second, isAlwaysPerformed: false) {
        await LifecycleWork.wait(for: third, isAlwaysPerformed: false) {}
        // The first one still waits for the second one.
        let opposite = Task.detached {
          await LifecycleWork.run(.start, in: registry, of: second) {
            await LifecycleWork.wait(for: first, isAlwaysPerformed: false) { true }
          }
        }
        return await opposite.value == nil
      }
    }
    #expect(isRefused == true)
  }

  @Test(arguments: [false, true])
  func `an interrupted wait cancels its operation unless that is always performed`(
    isAlwaysPerformed: Bool
  ) async throws {
    let (first, second) = (Subject(), Subject())
    let (begun, mayEnd, canceled) = (Gate(), Gate(), Lock(false))
    let registry = try Registry { Route(SystemTime.self) { Service<any TimeSource>() } }
    let waiting = Task {
      await LifecycleWork.run(.start, in: registry, of: first) {
        let ended: Bool? = await LifecycleWork.wait(for: second, isAlwaysPerformed: isAlwaysPerformed) {
          await withTaskCancellationHandler {
            begun.open()
            await mayEnd.pass()
            return true
          } onCancel: {
            canceled.withLock { $0 = true }
          }
        }
        return (isInterrupted: ended == nil, isCanceled: canceled.withLock(\.self))
      }
    }
    await begun.pass()
    // Each would wait for the other, and only the first wait can be interrupted.
    let found = await LifecycleWork.runSteps(of: second) {
      await LifecycleWork.wait(for: first, isAlwaysPerformed: false) { await waiting.value }
    }
    mayEnd.open()
    #expect(found?.isInterrupted == true)
    #expect(found?.isCanceled == !isAlwaysPerformed)
  }
}
