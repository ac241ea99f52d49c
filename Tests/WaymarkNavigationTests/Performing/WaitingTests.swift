import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Waiting for presentations and removals")
struct WaitingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private var presenter: ScriptedPresenter { window.presenter }

  private func perform(_ path: RoutePath? = nil) throws -> ActiveRoute<any EditorInput> {
    try Registry { Route(Editor.self) { View(.editor) } }
      .perform(to: .editor, path: path ?? .push(from: window))
  }

  /// Returns whether the destination is shown, after waiting for it.
  private func isCompleted(_ active: ActiveRoute<any EditorInput>) async throws -> Bool {
    let editor = try await inTime { try await active.completed() }
    return editor === active.destination
  }

  @Test func `a destination that is only made is kept until a task awaits it`() async throws {
    let active = try perform(.makeDestination)
    await letOthersProceed(10)
    #expect(active.destination != nil)
    #expect(try await isCompleted(active))
    #expect(active.destination == nil, "it was left to whoever waited for it")
  }

  @Test func `a destination is kept until the presenter has finished`() async throws {
    presenter.isPrompt = false
    let active = try perform()
    presenter.forgetAll()
    #expect(active.destination != nil)
    presenter.complete()
    #expect(active.destination == nil && active.state == .routed)
    let error = await active.completionError()
    #expect(error?.message.hasSuffix("was deallocated before it could be used") == true)
  }

  @Test func `a presentation ends if the presenter forgets its completion`() async throws {
    presenter.isPrompt = false
    let active = try perform()
    let (shown, removed) = (Task { try await isCompleted(active) }, Task { try await active.removed() })
    await letOthersProceed(10)
    presenter.forgetCompletions()
    #expect(active.state == .unrouted)
    let error = await #expect(throws: RouteError.self) { _ = try await inTime { try await shown.value } }
    #expect(
      error?.description.withoutPlaces == """
        the presenter did not show Editor (line): it released the completion without calling it [actionFailed]
            To fix: call each completion once, also if the presenter's window is closed
        """)
    let other = await #expect(throws: RouteError.self) { try await inTime { try await removed.value } }
    #expect(other == error)
  }

  @Test func `a view lost without a report is removed`() async throws {
    let active = try perform()
    presenter.forgetAll()
    #expect(active.state == .routed)
    try await inTime { try await active.removed() }
    #expect(active.state == .removed)
  }

  @Test func `a wait for the removal ends when a destination that was only made is released`() async throws {
    let active = try perform(.makeDestination)
    var editor: (any EditorInput)? = try await active.completed()
    let waiting = Task { try await active.removed() }
    await letOthersProceed(10)
    #expect(active.state == .routed && editor === active.destination)
    editor = nil
    try await inTime { try await waiting.value }
    #expect(active.state == .removed)
  }

  @Test(arguments: [false, true])
  func `an interceptor that waits for itself gets an error`(forRemoval: Bool) async throws {
    @MainActor final class Holder { var active: ActiveRoute<any EditorInput>? }
    let holder = Holder()
    let registry = try Registry {
      Route(Editor.self) {
        View(.editor)
        Intercepts { _ in
          if forRemoval {
            try await holder.active?.removed()
          } else {
            _ = try await holder.active?.completed()
          }
          return .proceed
        }
      }
    }
    let active = try registry.perform(to: .editor, path: .push(from: window))
    holder.active = active
    let error = await active.completionError()
    #expect(error?.code == .refused)
    #expect(
      (error?.underlying as? RouteError)?.description.withoutPlaces == """
        an interceptor of Editor (line) waits for the presentation about which it decides [busy]
            To fix: return .proceed, and wait for completed() where the route is performed
        """)
    holder.active = nil
  }

  @Test func `a stream has each state once, also if a callback changes the state`() async throws {
    let log = Log()
    var active: ActiveRoute<any EditorInput>?
    var task: Task<Void, Never>?
    presenter.isPrompt = false
    active = try perform()
    active?.options.onStateChange = { [weak active] _, new in
      if new == .routed { try? active?.remove() }
    }
    let states = try #require(active?.states)
    task = Task { for await state in states { log.append("\(state)") } }
    presenter.isPrompt = true
    presenter.complete()
    active = nil
    try await inTime { [task] in await task?.value }
    #expect(log.all == ["routing", "routed", "removing", "removed"])
  }

  @Test func `a stream of states ends with its route`() async throws {
    let (first, second) = (Log(), Log())
    var active: ActiveRoute<any EditorInput>? = try perform()
    var tasks: [Task<Void, Never>] = []
    for log in [first, second] {
      let states = try #require(active?.states)
      tasks.append(
        Task {
          for await state in states { log.append("\(state)") }
          log.append("end")
        })
    }
    #expect(try await becomesTrue { !second.all.isEmpty })
    try active?.remove()
    active = nil
    for log in [first, second] {
      #expect(try await becomesTrue { log.all == ["routed", "removing", "removed", "end"] })
    }
    for task in tasks { task.cancel() }
  }

  @Test func `a wait for the removal ends if the attempt after a lost view fails`() async throws {
    let active = try perform()
    presenter.forgetAll()
    presenter.isPrompt = false
    try active.perform()
    let waiting = Task { try await active.removed() }
    await letOthersProceed(10)
    presenter.forgetAll()
    presenter.complete(Failure(description: "stuck"))
    _ = try? await inTime { try await waiting.value }
    #expect(active.state != .routed && active.destination == nil)
  }
}
