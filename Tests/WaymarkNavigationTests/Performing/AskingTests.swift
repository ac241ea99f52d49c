import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor private protocol FolderPicker: AnyObject {
  var start: String { get set }
  var onPick: ((String?) -> Void)? { get set }
}

@MainActor private final class Picker: FolderPicker {
  var start = ""
  var onPick: ((String?) -> Void)?
}

@MainActor private protocol PickerModule {
  var onPick: (@MainActor (String?) -> Void)? { get set }
}

private struct PickerConfiguration: PickerModule {
  var onPick: (@MainActor (String?) -> Void)?
}

@MainActor private final class ConfiguredPicker {
  let configuration: PickerConfiguration
  init(_ configuration: PickerConfiguration) { self.configuration = configuration }
}

extension RoutableView<any FolderPicker> { fileprivate static var folderPicker: Self { declared() } }
extension RoutableViewModule<any PickerModule> { fileprivate static var pickerModule: Self { declared() } }

@MainActor
@Suite("Asking a screen for an answer")
struct AskingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }

  private func registry(
    decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  ) throws -> Registry {
    let log = log
    return try Registry {
      Observes { log.append($0.phase.word) }
      Route(Picker.self) {
        View(.folderPicker)
        Intercepts { try await decide($0) }
      } make: {
        Picker()
      }
      Route(ConfiguredPicker.self, configuration: { PickerConfiguration() }) {
        ViewModule(.pickerModule)
      } make: { configuration, _ in
        ConfiguredPicker(configuration)
      }
    }
  }

  /// Asks for a folder, and logs the caller's continuation and the screens at that time.
  private func ask(_ registry: Registry) -> Task<String?, any Error> {
    Task {
      defer { log.append("on with \(presenter.shown.count) shown") }
      return try await registry.ask(.folderPicker, path: .push(from: window)) { picker, answer in
        picker.start = "work"
        picker.onPick = { answer($0) }
      }
    }
  }

  /// Returns the picker as soon as the screen is shown.
  private func picker() async throws -> Picker {
    for _ in 0..<1_000 where presenter.shown.isEmpty { await Task.yield() }
    return try #require(presenter.shown.last?.destination as? Picker)
  }

  /// Waits until a number of completions are pending.
  private func pending(_ count: Int = 1) async {
    for _ in 0..<1_000 where presenter.waiting.count < count { await Task.yield() }
  }

  @Test func `asking returns the answer when the screen is gone`() async throws {
    let asking = ask(try registry())
    let picker = try await picker()
    #expect(picker.start == "work")
    presenter.isPrompt = false
    picker.onPick?("home")
    await pending()
    #expect(log.all.last == "willRemove")
    presenter.complete()
    #expect(try await inTime { try await asking.value } == "home")
    #expect(log.all == ["willPerform", "didPerform", "willRemove", "didRemove", "on with 0 shown"])
  }

  @Test func `a second answer is ignored`() async throws {
    let asking = ask(try registry())
    let picker = try await picker()
    picker.onPick?("one")
    picker.onPick?("two")
    #expect(try await inTime { try await asking.value } == "one")
    picker.onPick?("three")
  }

  @Test func `asking returns nil if the user turns away`() async throws {
    let asking = ask(try registry())
    _ = try await picker()
    presenter.swipeBack()
    #expect(try await inTime { try await asking.value } == nil)
    #expect(log.all == ["willPerform", "didPerform", "didRemove", "on with 0 shown"])
  }

  @Test func `asking can return nil as the answer`() async throws {
    let asking = ask(try registry())
    try await picker().onPick?(nil)
    #expect(try await inTime { try await asking.value } == nil)
    #expect(presenter.shown.isEmpty)
  }

  /// The caller may continue only turns later.
  @Test(arguments: [0, 1, 5])
  func `the dismissal wins over a later answer`(turns: Int) async throws {
    let asking = ask(try registry())
    let picker = try await picker()
    presenter.swipeBack()
    for _ in 0..<turns { await Task.yield() }
    picker.onPick?("late")
    #expect(try await inTime { try await asking.value } == nil)
  }

  @Test(arguments: [false, true])
  func `the first of an answer and a cancellation counts`(answersFirst: Bool) async throws {
    let asking = ask(try registry())
    let picker = try await picker()
    presenter.isPrompt = false
    if answersFirst { picker.onPick?("home") }
    asking.cancel()
    await pending()
    picker.onPick?("late")
    presenter.complete()
    let answer = try? await inTime { try await asking.value }
    #expect(answer == (answersFirst ? "home" : nil) && presenter.shown.isEmpty)
  }

  @Test func `an answer during the animation waits for its end`() async throws {
    presenter.isPrompt = false
    let asking = ask(try registry())
    let picker = try await picker()
    picker.onPick?("early")
    for _ in 0..<10 { await Task.yield() }
    #expect(log.all == ["willPerform"])
    presenter.complete()
    await pending()
    presenter.complete()
    #expect(try await inTime { try await asking.value } == "early")
    #expect(log.all == ["willPerform", "didPerform", "willRemove", "didRemove", "on with 0 shown"])
  }

  @Test func `losing the screen at once counts as turning away`() async throws {
    let registry = try Registry {
      Route(Picker.self) {
        View(.folderPicker)
        // Nothing retains the view.
        Shows(along: .push) { _ in }
      } make: {
        Picker()
      }
    }
    #expect(try await inTime { try await ask(registry).value } == nil)
  }

  @Test func `losing the screen without a report counts as turning away`() async throws {
    let asking = ask(try registry())
    _ = try await picker()
    presenter.forgetAll()
    #expect(try await inTime { try await asking.value } == nil)
    #expect(log.all == ["willPerform", "didPerform", "didRemove", "on with 0 shown"])
  }

  @Test func `asking waits for a screen that forgets its answer`() async throws {
    let asking = ask(try registry())
    let picker = try await picker()
    picker.onPick = nil
    for _ in 0..<10 { await Task.yield() }
    #expect(!log.all.contains("on with 0 shown") && presenter.shown.count == 1)
    presenter.swipeBack()
    #expect(try await inTime { try await asking.value } == nil)
    withExtendedLifetime(picker) {}
  }

  // MARK: - Cancellation

  @Test func `canceling removes the screen`() async throws {
    let asking = ask(try registry())
    _ = try await picker()
    asking.cancel()
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await asking.value } }
    #expect(log.all == ["willPerform", "didPerform", "willRemove", "didRemove", "on with 0 shown"])
  }

  @Test func `canceling during the animation removes the screen after it`() async throws {
    presenter.isPrompt = false
    let asking = ask(try registry())
    _ = try await picker()
    asking.cancel()
    for _ in 0..<10 { await Task.yield() }
    presenter.complete()
    await pending()
    presenter.complete()
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await asking.value } }
    #expect(presenter.shown.isEmpty)
  }

  /// The presenter completes much later, or never.
  @Test(arguments: [false, true])
  func `canceling ends the question before the presenter is ready`(isShown: Bool) async throws {
    presenter.isPrompt = isShown
    let asking = ask(try registry())
    _ = try await picker()
    presenter.isPrompt = false
    asking.cancel()
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await asking.value } }
    #expect(log.all.last?.hasPrefix("on with") == true && !log.all.contains("didRemove"))
    // The presenter shows the screen after all, and then removes it.
    while !presenter.waiting.isEmpty {
      presenter.complete()
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(presenter.shown.isEmpty && log.all.last == "didRemove")
  }

  @Test func `canceling reaches interceptors`() async throws {
    let log = log
    let asking = ask(
      try registry(decide: { _ in
        log.append("asked")
        while !Task.isCancelled { await Task.yield() }
        return .proceed
      }))
    for _ in 0..<1_000 where log.all.isEmpty { await Task.yield() }
    asking.cancel()
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await asking.value } }
    #expect(log.all == ["asked", "failed(refused)", "on with 0 shown"])
  }

  // MARK: - Errors

  @Test func `asking throws the presenter's refusal`() async throws {
    presenter.refusal = RouteError(.unsupportedPath, "no room")
    let refused = await #expect(throws: RouteError.self) { _ = try await ask(try registry()).value }
    #expect(refused?.message == "no room")
    presenter.refusal = nil
    presenter.failure = Failure(description: "stuck")
    let failed = await #expect(throws: RouteError.self) { _ = try await ask(try registry()).value }
    #expect(failed?.code == .actionFailed && failed?.underlying as? Failure != nil)
    #expect(
      failed?.message.contains(
        "the presenter could not show Picker (WaymarkNavigationTests/AskingTests.swift:") == true
    )
  }

  @Test func `a presentation can fail after its screen's answer`() async throws {
    presenter.isPrompt = false
    let asking = ask(try registry())
    try await picker().onPick?("early")
    for _ in 0..<10 { await Task.yield() }
    presenter.complete(Failure(description: "stuck"))
    let failed = await #expect(throws: RouteError.self) { try await inTime { try await asking.value } }
    #expect(failed?.message.hasPrefix("the presenter could not show Picker") == true)
  }

  /// The presenter fails before anything waits, because the route has no interceptor.
  @Test func `asking throws the presenter's immediate failure`() async throws {
    presenter.failure = Failure(description: "stuck")
    let registry = try registry()
    let failed = await #expect(throws: RouteError.self) {
      try await inTime {
        let _: String? = try await registry.ask(.pickerModule, path: .push(from: window)) { module, answer in
          module.onPick = answer
        }
      }
    }
    #expect(failed?.code == .actionFailed && failed?.underlying as? Failure != nil)
  }

  /// After another caller's failed removal, a screen still answers, and the user can still remove it.
  @Test(arguments: [false, true], [false, true])
  func `another caller's failed removal doesn't end the question`(answers: Bool, isRetried: Bool)
    async throws
  {
    let registry = try registry()
    let navigator = Navigator(from: window, in: registry)
    let asking = ask(registry)
    let picker = try await picker()
    let active = try #require(navigator.entries.first?.active as? ActiveRoute<any FolderPicker>)
    presenter.isPrompt = !isRetried
    presenter.failure = isRetried ? nil : Failure(description: "stuck")
    try active.remove { options in
      options.onFailure = { _ in if isRetried { try? active.remove() } }
    }
    if isRetried {
      // The second removal begins before the waiting tasks receive the failure of the first one.
      presenter.complete(Failure(description: "stuck"))
      presenter.complete(Failure(description: "still stuck"))
    }
    (presenter.isPrompt, presenter.failure) = (true, nil)
    for _ in 0..<10 { await Task.yield() }
    #expect(active.state == .routed && !log.all.contains { $0.hasPrefix("on") })
    if answers { picker.onPick?("home") } else { active.wasRemoved() }
    #expect(try await inTime { try await asking.value } == (answers ? "home" : nil))
  }

  @Test func `asking throws an interceptor's refusal`() async throws {
    let registry = try registry(decide: { _ in .refuse(Failure(description: "locked")) })
    let refused = await #expect(throws: RouteError.self) { _ = try await ask(registry).value }
    #expect(
      refused?.code == .refused && refused?.message.hasPrefix("an interceptor refused to show Picker") == true
    )
  }

  @Test func `a failed removal's error says that the screen has answered`() async throws {
    let line = #line
    let asking = ask(try registry())
    let picker = try await picker()
    presenter.failure = Failure(description: "stuck")
    picker.onPick?("home")
    let problem = await #expect(throws: RouteError.self) { _ = try await inTime { try await asking.value } }
    #expect(
      problem.map { relative($0.message, fileID: #fileID, line: line) }?.replacing(
        #/line \+ -?[0-9]+/#, with: "line")
          == """
          Picker (line) has answered, but it could not be removed: the presenter could not remove Picker (line): stuck (Failure)
          """)
    #expect(problem?.code == .actionFailed && problem?.underlying as? Failure != nil)
    #expect(presenter.shown.count == 1)
  }

  // MARK: - Forms

  @Test func `every form of asking returns its answer`() async throws {
    let registry = try registry()
    let (first, second, third) = try Registry.withCurrent(registry) {
      (
        Task { () -> String? in
          try await Router.ask(RoutableView(.folderPicker), path: .push(from: window)) { picker, answer in
            picker.onPick = { answer($0) }
          }
        },
        Task {
          try await Router.ask(.folderPicker, path: .push(from: window), for: String.self, animated: false) {
            picker, answer in
            let answer = answer
            picker.onPick = { answer($0) }
          }
        },
        try #require(registry.router(to: .folderPicker))
      )
    }
    for _ in 0..<1_000 where presenter.shown.count < 2 { await Task.yield() }
    (presenter.shown[0].destination as? Picker)?.onPick?("token")
    #expect(try await inTime { try await first.value } == "token")
    try await picker().onPick?("name")
    #expect(try await inTime { try await second.value } == "name")
    #expect(presenter.calls.contains("show push at once") && presenter.calls.contains("remove push at once"))
    let last = Task { () -> String? in
      try await third.ask(.present(from: window)) { picker, answer in picker.onPick = { answer($0) } }
    }
    try await picker().onPick?("router")
    #expect(try await inTime { try await last.value } == "router")
  }

  @Test func `a configuration can answer`() async throws {
    let registry = try registry()
    let asking = Task { () -> String? in
      try await registry.ask(.pickerModule, path: .push(from: window)) { module, answer in
        module.onPick = answer
      }
    }
    for _ in 0..<1_000 where presenter.shown.isEmpty { await Task.yield() }
    (presenter.shown.last?.destination as? ConfiguredPicker)?.configuration.onPick?("module")
    #expect(try await inTime { try await asking.value } == "module" && presenter.shown.isEmpty)
  }
}
