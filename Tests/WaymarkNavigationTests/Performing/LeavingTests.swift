import ScriptedWindow
import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

@testable import WaymarkNavigation

@MainActor
@Suite("Asking a view before its removal")
struct LeavingTests: RouteVocabulary {
  private typealias Decide = @MainActor @Sendable (Editor) async throws -> LeaveDecision

  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }

  /// Shows an editor with a guard that decides by the title, and a second one that only logs.
  private func shown(_ title: String = "", decide: Decide? = nil) throws -> ActiveRoute<any EditorInput> {
    let registry = try Registry {
      Observes { log.append($0.phase.word) }
      ReportsErrors { if $0.code == .busy { log.append("busy") } }
      Route(Editor.self) {
        View(.editor)
        Leaves { editor in
          if let decide { return try await decide(editor) }
          return editor.title.isEmpty ? .proceed : .stay
        }
        Leaves { _ in
          log.append("second")
          return .proceed
        }
      }
    }
    let active = try registry.perform(to: .editor, path: .push(from: window)) { route in
      route.prepareDestination = { $0.title = title }
    }
    log.clear()
    return active
  }

  /// Shows an editor with a guard that decides to stay only after the cancellation of its task.
  private func shownUntilCanceled() throws -> ActiveRoute<any EditorInput> {
    return try shown { _ in
      log.append("asked")
      while !Task.isCancelled { await Task.yield() }
      log.append("cancelled")
      return .stay
    }
  }

  private func wait(for line: String) async {
    for _ in 0..<1_000 where !log.all.contains(line) { await Task.yield() }
  }

  @Test func `a view that may be left is removed`() async throws {
    let active = try shown()
    let leaving = Task { try await active.leave { $0.animated = false } }
    #expect(try await inTime { try await leaving.value })
    #expect(log.all == ["second", "willRemove", "didRemove"])
    #expect(presenter.calls.last == "remove push at once" && active.state == .removed)
    let again = await #expect(throws: RouteError.self) { try await active.leave() }
    #expect(again?.message.hasSuffix("was already removed") == true)
  }

  @Test(arguments: [true, false])
  func `a view whose Leaves need its closed scope doesn't stay`(isClosed: Bool) async throws {
    let session = try Registry {
      ReportsErrors { log.append("\($0.code)") }
      Route(SystemTime.self) { Service(.time) }
      Route(Editor.self) {
        View(.editor)
        Leaves<Editor> { _ in
          _ = try Registry.current(.time)
          return .stay
        }
      }
    }.opening(UserSession(user: "ann"))
    let active = try session.perform(to: .editor, path: .push(from: window))
    if isClosed { await session.close() }
    #expect(try await inTime { try await active.leave() } == isClosed)
    #expect(log.all == (isClosed ? ["scopeClosed"] : []))
  }

  @Test func `a Leaves closure that waits for its own decision gets an error`() async throws {
    @MainActor final class Holder { var active: ActiveRoute<any EditorInput>? }
    let holder = Holder()
    holder.active = try shown { _ in try await holder.active?.leave() == true ? .proceed : .stay }
    let error = await #expect(throws: RouteError.self) {
      try await inTime { _ = try await holder.active?.leave() }
    }
    #expect(error?.code == .stayed && holder.active?.state == .routed && log.all == ["busy"])
    #expect((error?.underlying as? RouteError)?.code == .busy)
    #expect(
      error?.description.withoutPlaces == """
        Editor (line) stays shown: its Leaves threw the Leaves of Editor (line) wait for their own decision [stayed]
            To fix: return .proceed instead of leaving the view
                or: call remove(), which does not ask
        """)
    holder.active = nil
  }

  @Test func `an error in Leaves keeps the view`() async throws {
    let active = try shown { _ in throw Failure(description: "disk full") }
    let problem = await #expect(throws: RouteError.self) { try await active.leave() }
    #expect(
      problem?.description.withoutPlaces == """
        Editor (line) stays shown: its Leaves threw disk full (Failure) [stayed]
            To fix: try again when it may be left
                or: remove it without asking: remove(), apply(_:asking: false)
        """)
    #expect(problem?.underlying is Failure && active.state == .routed && log.all.isEmpty)
    #expect(await presenter.swipeBackIfPossible() == false)
    #expect(log.all == ["failed(stayed)"])
  }

  @Test func `all callers wait for the same answer`() async throws {
    let (log, gate) = (log, Log())
    let active = try shown { _ in
      log.append("asked")
      while gate.all.isEmpty { await Task.yield() }
      return .proceed
    }
    let (first, second) = (Task { try await active.leave() }, Task { try await active.leave() })
    await wait(for: "asked")
    let third = Task { await presenter.shown[0].mayLeave() }
    await letOthersProceed(10)
    gate.append("open")
    #expect(try await inTime { try await first.value })
    #expect(try await inTime { try await second.value })
    #expect(await third.value)
    #expect(log.all == ["asked", "second", "willRemove", "didRemove"])
    #expect(active.confirmation == nil)
  }

  @Test func `a removal ends the pending question`() async throws {
    let active = try shownUntilCanceled()
    let leaving = Task { try await active.leave() }
    await wait(for: "asked")
    presenter.swipeBack()
    #expect(try await inTime { try await leaving.value }, "it was removed")
    await wait(for: "cancelled")
    #expect(log.all == ["asked", "didRemove", "cancelled"])
  }

  @Test func `canceling the last waiting task cancels the question`() async throws {
    let active = try shownUntilCanceled()
    let (first, second) = (Task { try await active.leave() }, Task { try await active.leave() })
    await wait(for: "asked")
    await letOthersProceed(10)
    first.cancel()
    await expectCancellation(of: first)
    await letOthersProceed(10)
    #expect(log.all == ["asked"])
    second.cancel()
    await expectCancellation(of: second)
    await wait(for: "cancelled")
    #expect(log.all == ["asked", "cancelled"] && active.state == .routed)
  }

  /// The first caller's cancellation reaches the closure, which takes a while to end.
  @Test(arguments: [false, true])
  func `a caller after a cancellation asks again, unless the closure has decided`(decides: Bool) async throws
  {
    let (log, gate) = (log, Log())
    let active = try shown { _ in
      log.append("asked")
      guard log.all.count(where: { $0 == "asked" }) == 1 else { return .proceed }
      while gate.all.isEmpty { await Task.yield() }
      if !decides { try Task.checkCancellation() }
      return .stay
    }
    let first = Task { try await active.leave() }
    await wait(for: "asked")
    first.cancel()
    await expectCancellation(of: first)
    let second = Task { try await active.leave() }
    await letOthersProceed(10)
    #expect(log.all == ["asked"])
    gate.append("open")
    #expect(try await inTime { try await second.value } == !decides)
    #expect(log.all.count { $0 == "asked" } == (decides ? 1 : 2))
    #expect(active.state == (decides ? .routed : .removed) && active.confirmation == nil)
  }

  @Test func `leaving throws the error of a presenter that can't remove the view`() async throws {
    let registry = try Registry { Route(Editor.self) { View(.editor) } }
    let active = try registry.perform(to: .editor, path: .push(from: window))
    #expect(await presenter.shown[0].mayLeave() && !presenter.shown[0].asksBeforeLeaving)
    presenter.isPrompt = false
    let leaving = Task { try await active.leave() }
    for _ in 0..<100 where presenter.waiting.isEmpty { await Task.yield() }
    presenter.complete(Failure(description: "stuck"))
    let problem = await #expect(throws: RouteError.self) { _ = try await inTime { try await leaving.value } }
    #expect(problem?.underlying is Failure && active.state == .routed)
  }

  // MARK: - Views that leave together

  /// Returns a registry of editors that log the question, and that stay if their title says so.
  private func editors(_ decide: Decide? = nil) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Leaves { editor in
          log.append(editor.title)
          if let decide { return try await decide(editor) }
          return editor.title.hasSuffix("edited") ? .stay : .proceed
        }
      }
      Route(ShownPreview.self) { View<any PreviewInput>() }
    }
  }

  /// Shows an editor with a title for each path.
  private func show(
    _ paths: [(title: String, path: RoutePath)], in registry: Registry
  ) throws -> [ActiveRoute<any EditorInput>] {
    try paths.map { title, path in
      try registry.perform(to: .editor, path: path) { route in
        route.prepareDestination = { $0.title = title }
      }
    }
  }

  @Test func `by default, later views of the same tab and above all tabs leave together`() async throws {
    let otherWindow = ScriptedWindow()
    presenter.tabs = ["inbox", "library"]
    presenter.placedTabs = [.push: "inbox", .show: "library"]
    let shown = try show(
      [
        ("first", .push(from: window)), ("second", .push(from: window)), ("library", .show(from: window)),
        ("sheet", .sheet(from: window)), ("popover edited", .popover(from: window)),
        ("other window", .push(from: otherWindow)),
      ], in: editors())
    #expect(try await shown[0].leave() == false)
    shown[4].destination?.title = "popover"
    #expect(try await shown[3].leave())
    #expect(try await shown[1].leave())
    #expect(log.all == ["popover edited", "popover", "sheet", "popover", "second"])
    #expect(shown[2].state == .routed)
  }

  @Test func `a view that appears during the question is also asked`() async throws {
    let gate = Log()
    let registry = try editors { editor in
      while editor.title == "lower", gate.all.isEmpty { await Task.yield() }
      return editor.title == "late" ? .stay : .proceed
    }
    let window = RecordingWindow()
    let shown = try show([("lower", .push(from: window))], in: registry)
    let leaving = Task { try await shown[0].leave() }
    await wait(for: "lower")
    _ = try show([("late", .push(from: window))], in: registry)
    gate.append("open")
    #expect(try await inTime { try await leaving.value } == false)
    #expect(log.all == ["lower", "late"] && window.shown.count == 2)
  }

  @Test func `canceling ends the question of a view above`() async throws {
    let registry = try editors { _ in
      try await Task.sleep(for: .seconds(3_600))
      return .proceed
    }
    let window = RecordingWindow()
    let shown = try show([("lower", .push(from: window)), ("upper", .push(from: window))], in: registry)
    let leaving = Task { try await shown[0].leave() }
    await wait(for: "upper")
    leaving.cancel()
    await expectCancellation(of: leaving)
    #expect(log.all == ["upper"] && window.shown.count == 2)
  }

  @Test func `a caller right after a cancellation asks the parts again`() async throws {
    let registry = try editors { _ in
      guard log.all.count == 1 else { return .proceed }
      try await Task.sleep(for: .seconds(3_600))
      return .stay
    }
    let active = try registry.perform(to: View<any PreviewInput>(), path: .push(from: window))
    _ = try show([("part", .addChild(to: window))], in: registry)
    presenter.parts[presenter.shown[0].id] = [presenter.shown[1]]
    let first = Task { try await active.leave() }
    await wait(for: "part")
    first.cancel()
    let second = Task { try await active.leave() }
    #expect(try await inTime { try await second.value })
    #expect(log.all == ["part", "part"] && active.state == .removed)
  }
}
