import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@MainActor private protocol PickerModule { var onPick: (@MainActor (String?) -> Void)? { get set } }

private struct PickerConfiguration: PickerModule { var onPick: (@MainActor (String?) -> Void)? }

@MainActor private final class ConfiguredPicker {
  let configuration: PickerConfiguration
  init(_ configuration: PickerConfiguration) { self.configuration = configuration }
}

extension RoutableViewModule<any PickerModule> { fileprivate static var pickerModule: Self { declared() } }

@MainActor
@Suite("Asking a screen for an answer")
struct AskingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }
  private let stuck = Failure(description: "stuck")
  /// The log of a question if Waymark removes its screen.
  private let whole = ["willPerform", "didPerform", "willRemove", "didRemove", "on with 0 shown"]
  /// The log of a question if its screen goes away by itself.
  private let dismissed = ["willPerform", "didPerform", "didRemove", "on with 0 shown"]

  private func registry(
    decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  ) throws -> Registry {
    try Registry {
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

  /// Asks for a folder, and waits for the picker.
  private func askShown() async throws -> (Task<String?, any Error>, Picker) {
    let asking = ask(try registry())
    return (asking, try await picker())
  }

  /// Returns the picker as soon as the screen is shown.
  private func picker() async throws -> Picker {
    for _ in 0..<1_000 where presenter.shown.isEmpty { await Task.yield() }
    return try #require(presenter.shown.last?.destination as? Picker)
  }

  private func answer(_ asking: Task<String?, any Error>) async throws -> String? {
    try await inTime { try await asking.value }
  }

  /// Waits until a completion is pending.
  private func pending() async {
    for _ in 0..<1_000 where presenter.waiting.isEmpty { await Task.yield() }
  }

  @Test(arguments: ["home", nil])
  func `asking returns the first answer, even nil, when the screen is gone`(first: String?) async throws {
    let (asking, picker) = try await askShown()
    #expect(picker.start == "work")
    presenter.isPrompt = false
    for answer in [first, "second"] { picker.onPick?(answer) }
    await pending()
    #expect(log.all.last == "willRemove")
    presenter.complete()
    #expect(try await answer(asking) == first)
    picker.onPick?("third")
    #expect(log.all == whole && presenter.shown.isEmpty)
  }

  /// The presenter loses the screen, or the user removes it, and the screen answers some turns later.
  @Test(arguments: [nil, 0, 1, 5])
  func `asking returns nil if the screen goes away, even if it answers later`(turns: Int?) async throws {
    let asking = ask(try registry())
    var picker: Picker? = try await self.picker()
    if turns == nil { picker = nil }
    if turns == nil { presenter.forgetAll() } else { presenter.swipeBack() }
    await letOthersProceed(turns ?? 0)
    picker?.onPick?("late")
    #expect(try await answer(asking) == nil)
    #expect(log.all == dismissed)
  }

  @Test(arguments: [false, true])
  func `the first of an answer and a cancellation counts`(answersFirst: Bool) async throws {
    let (asking, picker) = try await askShown()
    presenter.isPrompt = false
    if answersFirst { picker.onPick?("home") }
    asking.cancel()
    await pending()
    picker.onPick?("late")
    presenter.complete()
    let found = try? await answer(asking)
    #expect(found == (answersFirst ? "home" : nil) && presenter.shown.isEmpty)
  }

  @Test(arguments: [false, true])
  func `an answer during the animation waits for its end, which can be a failure`(isFailing: Bool)
    async throws
  {
    presenter.isPrompt = false
    let (asking, picker) = try await askShown()
    picker.onPick?("early")
    await letOthersProceed(10)
    #expect(log.all == ["willPerform"])
    if isFailing {
      presenter.complete(stuck)
      let failed = await #expect(throws: RouteError.self) { _ = try await answer(asking) }
      #expect(failed?.message.hasPrefix("the presenter could not show Picker") == true)
    } else {
      presenter.complete()
      await pending()
      presenter.complete()
      #expect(try await answer(asking) == "early")
      #expect(log.all == whole)
    }
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
    #expect(try await answer(ask(registry)) == nil)
  }

  // MARK: - Cancellation

  /// The presenter completes much later, or never.
  @Test(arguments: [false, true])
  func `canceling ends the question before the presenter is ready`(isShown: Bool) async throws {
    presenter.isPrompt = isShown
    let (asking, _) = try await askShown()
    presenter.isPrompt = false
    asking.cancel()
    await expectCancellation(of: asking)
    #expect(log.all.last?.hasPrefix("on with") == true && !log.all.contains("didRemove"))
    // The presenter shows the screen after all, and then removes it.
    while !presenter.waiting.isEmpty {
      presenter.complete()
      await letOthersProceed(100)
    }
    #expect(presenter.shown.isEmpty && log.all.last == "didRemove")
  }

  @Test func `canceling reaches interceptors`() async throws {
    let registry = try registry(decide: { _ in
      log.append("asked")
      while !Task.isCancelled { await Task.yield() }
      return .proceed
    })
    let asking = ask(registry)
    for _ in 0..<1_000 where log.all.isEmpty { await Task.yield() }
    asking.cancel()
    await expectCancellation(of: asking)
    #expect(log.all == ["asked", "failed(refused)", "on with 0 shown"])
  }

  // MARK: - Errors

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
    presenter.failure = isRetried ? nil : stuck
    try active.remove { options in
      options.onFailure = { _ in if isRetried { try? active.remove() } }
    }
    if isRetried {
      // The second removal begins before the waiting tasks receive the failure of the first one.
      presenter.complete(stuck)
      presenter.complete(stuck)
    }
    (presenter.isPrompt, presenter.failure) = (true, nil)
    await letOthersProceed(10)
    #expect(active.state == .routed && !log.all.contains { $0.hasPrefix("on") })
    if answers { picker.onPick?("home") } else { active.wasRemoved() }
    #expect(try await answer(asking) == (answers ? "home" : nil))
  }

  @Test func `a failed removal's error says that the screen has answered`() async throws {
    let (asking, picker) = try await askShown()
    presenter.failure = stuck
    picker.onPick?("home")
    let problem = await #expect(throws: RouteError.self) { _ = try await answer(asking) }
    #expect(
      problem?.message.withoutPlaces
        == "Picker (line) has answered, but it could not be removed: "
        + "the presenter could not remove Picker (line): stuck (Failure)")
    #expect(problem?.code == .actionFailed && problem?.underlying as? Failure != nil)
    #expect(presenter.shown.count == 1)
  }

  // MARK: - Forms

  @Test func `every form of asking returns its answer`() async throws {
    let (registry, path) = (try registry(), RoutePath.push(from: window))
    let router = try #require(registry.router(to: .folderPicker))
    let forms: [@MainActor () async throws -> String?] = [
      { try await Router.ask(RoutableView(.folderPicker), path: path) { $0.onPick = $1 } },
      {
        try await Router.ask(.folderPicker, path: path, for: String.self, animated: false) { $0.onPick = $1 }
      },
      { [window] in try await router.ask(.present(from: window)) { $0.onPick = $1 } },
    ]
    for (number, form) in forms.enumerated() {
      let asking = Registry.withCurrent(registry) { Task { try await form() } }
      try await picker().onPick?("\(number)")
      #expect(try await answer(asking) == "\(number)")
    }
    #expect(presenter.calls.contains("show push at once") && presenter.calls.contains("remove push at once"))
    let filled = Task { () -> String? in
      try await registry.ask(.pickerModule, path: path) { module, answer in module.onPick = answer }
    }
    for _ in 0..<1_000 where presenter.shown.isEmpty { await Task.yield() }
    (presenter.shown.last?.destination as? ConfiguredPicker)?.configuration.onPick?("module")
    #expect(try await answer(filled) == "module" && presenter.shown.isEmpty)
  }
}
