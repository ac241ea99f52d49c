import Foundation
import Observation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@MainActor
@Suite("A navigator")
struct NavigatorTests {
  private let app: NavigatedApplication
  private let navigator: Navigator

  init() throws {
    app = try NavigatedApplication()
    navigator = Navigator(from: app.window, in: app.registry, line: 7)
  }

  private var urls: [String?] { navigator.screens.map(\.url) }

  // MARK: - Opening

  @Test func `opening keeps the shown screens and animates only the last step`() async throws {
    try await navigator.open("notes://folder/work/note/7")
    #expect(app.shown == ["home", "folder work", "note 7"])
    #expect(app.calls == ["show push at once", "show push at once", "show push"])
    try await navigator.open("notes://folder/work/note/8")
    #expect(app.shown == ["home", "folder work", "note 8"])
    #expect(app.calls.suffix(2) == ["remove push at once", "show push"])
    try await navigator.open("notes://home")
    #expect(app.shown == ["home"])
    #expect(app.calls.suffix(2) == ["remove push at once", "remove push"])
    let url = try #require(URL(string: "notes://folder/a%20b"))
    try await navigator.open(url, along: .present, animated: false)
    #expect(app.shown == ["home", "folder a b"] && app.calls.last == "show present at once")
  }

  /// A window that shows the next screen from another source, as above a sheet with a stack.
  private final class Below: RouteSource {
    let window: ScriptedWindow
    var routePresenter: any RoutePresenter { window.presenter }
    var navigationTop: any RouteSource { window }
    init(_ window: ScriptedWindow) { self.window = window }
  }

  @Test func `the navigator shows the next screen from the topmost source`() async throws {
    let below = Below(app.window)
    try await Navigator(from: below, in: app.registry).open("notes://home")
    #expect(app.window.presenter.shown.first?.path.source === app.window)
  }

  @Test func `changes can be printed and compared`() async throws {
    try await navigator.open("notes://folder/work/note/7")
    try app.registry.perform(to: .login, path: .popover(from: app.window))
    let before = app.calls
    let changes = try navigator.changes(to: app.registry.plan(for: "notes://folder/work/note/8"))
    #expect(
      "\(changes)" == """
        keep NamedScreen push notes://home
        keep NamedScreen push notes://folder/work
        remove NamedScreen popover
        remove NamedScreen push notes://folder/work/note/7
        show NamedScreen push notes://folder/work/note/8
        """)
    #expect(changes.kept.count == 2 && changes.shown.map(\.url) == ["notes://folder/work/note/8"])
    #expect(
      changes.removed == [
        Navigator.Screen(destination: "NamedScreen", kind: "popover"),
        Navigator.Screen(destination: "NamedScreen", kind: "push", url: "notes://folder/work/note/7"),
      ])
    let same = try navigator.changes(to: app.registry.plan(for: "notes://folder/work/note/8"))
    #expect(same == changes && Set([same, changes]).count == 1 && !changes.isEmpty)
    #expect(try navigator.changes(to: navigator.plan) != changes && app.calls == before)
    // Applying changes leads to their plan, whatever happened since.
    app.presenter.swipeBack()
    app.presenter.swipeBack()
    app.presenter.swipeBack()
    try await navigator.apply(changes, animated: false)
    #expect(app.shown == ["home", "folder work", "note 8"] && app.calls.last == "show push at once")
    #expect(try navigator.changes(to: changes.plan).isEmpty)
  }

  // MARK: - The plan

  @Test func `a screen has no URL if that leads to another screen`() async throws {
    let registry = try Registry {
      screens("inbox", .home, "mail://inbox")
      screens("settings", .login, "mail://settings")
    }.overriding { screens("settings", .login, "mail://settings", alsoAt: "mail://inbox") }
    let navigator = Navigator(from: app.window, in: registry)
    try registry.perform(to: .home, path: .push(from: app.window))
    try registry.perform(to: .login, path: .push(from: app.window))
    #expect(navigator.screens.map(\.url) == [nil, "mail://settings"])
  }

  @Test func `a screen that its caller prepares or has made has no URL`() throws {
    let router = try DestinationRouter(to: .home, in: app.registry)
    try router.perform(on: NamedScreen("draft"), .push(from: app.window))
    try app.registry.perform(to: .home, path: .push(from: app.window)) { route in
      route.prepareDestination = { _ in }
    }
    try app.registry.perform(identifier: "home", path: .push(from: app.window), userInfo: ["note": 7])
    #expect(urls == [nil, nil, nil])
  }

  @Test func `a template writes the URL of a configuration`() async throws {
    let registry = try Registry {
      Route(OpenedNote.self, configuration: OpenNoteConfiguration.init) {
        RoutableViewModule(.openNote)
        URLPattern(for: OpenNoteConfiguration.self, "notes://open/\(\.folder)/\(\.id)")
      } make: { configuration, _ in
        OpenedNote(configuration)
      }
    }
    let navigator = Navigator(from: app.window, in: registry)
    try registry.perform(to: .openNote, path: .push(from: app.window)) { note, _ in
      note.id = NoteID(rawValue: 7)
      note.folder = "a b"
    }
    #expect(navigator.plan.steps.map(\.url) == ["notes://open/a%20b/7"])
    try await navigator.open("notes://open/a%20b/7")
    #expect(app.calls.count == 1)
    try registry.perform(to: .openNote, path: .push(from: app.window)) { _, route in
      route.prepareDestination = { _ in }
    }
    #expect(navigator.screens.map(\.url) == ["notes://open/a%20b/7", nil])
  }

  @Test func `the navigator forgets screens that the presenter loses`() async throws {
    try await navigator.open("notes://folder/work/note/7")
    app.presenter.forgetAll()
    #expect(navigator.screens.isEmpty && navigator.plan.steps.isEmpty)
    try await navigator.open("notes://folder/work")
    #expect(app.shown == ["home", "folder work"])
    // The navigator drops the records of lost screens.
    #expect(navigator.entries.count == 2)
  }

  @Test func `the navigator ignores parts and other windows`() throws {
    let other = ScriptedWindow()
    let paths: [RoutePath] = [
      .push(from: other), .addChild(to: app.window), .addSubview(to: app.window), .makeDestination,
    ]
    for path in paths { try app.registry.perform(to: .home, path: path) }
    #expect(navigator.screens.isEmpty)
  }

  @Test(arguments: [
    (
      RoutePath.Kind.addChild, "adds a part to a screen",
      "call Registry.open(_:_:) with the screen as the source"
    ),
    (.addSubview, "adds a part to a screen", "call Registry.open(_:_:) with the screen as the source"),
    (.makeDestination, "makes an instance and shows nothing", "call Registry.makeDestination(for:)"),
  ])
  func `the navigator refuses a kind of path that shows no screen`(
    kind: RoutePath.Kind, reason: String, remedy: String
  ) async throws {
    let failure = await navigatorFailure { try await navigator.open("notes://folder/work", along: kind) }
    #expect(
      failure?.error.message
        == "a navigator cannot show \"notes://folder/work\" along \(kind), which \(reason)")
    #expect(failure?.error.remedy == "pass a kind that shows a screen, such as .push\n\(remedy)")
    #expect(failure?.code == .unsupportedPath && navigator.screens.isEmpty && app.shown.isEmpty)
  }

  /// Returns whether observers see a change of the navigator's screens.
  private func isSeen(by read: () -> Void, _ change: () async throws -> Void) async throws -> Bool {
    let log = Log()
    withObservationTracking {
      read()
    } onChange: {
      log.append("changed")
    }
    try await change()
    return log.all == ["changed"]
  }

  @Test func `the navigator's screens are observable`() async throws {
    #expect(try await isSeen(by: { _ = navigator.plan }) { try await navigator.open("notes://folder/work") })
    #expect(try await isSeen(by: { _ = navigator.screens }) { app.presenter.swipeBack() })
    #expect(urls == ["notes://home"])
  }

  // MARK: - The source

  @Test func `an unretained source is an error with the navigator's place`() async {
    let navigator = Navigator(from: ScriptedWindow(), in: app.registry)
    let line = #line - 1
    let failure = await navigatorFailure { try await navigator.open("notes://home") }
    #expect(
      failure?.error.description == """
        the source of the navigator that was created at WaymarkNavigationTests/NavigatorTests.swift:\(line) was deallocated [actionFailed]
            To fix: store the source in a constant or a property as long as the navigator is used, because the navigator does not retain it
        """)
  }

  @Test func `the first change reports a source released later`() async throws {
    let log = Log()
    let registry = try app.registry.extending { ReportsErrors { log.append("\($0.code)") } }
    var window: ScriptedWindow? = ScriptedWindow()
    let navigator = try Navigator(from: #require(window), in: registry)
    await letOthersProceed(20)
    window = nil
    await letOthersProceed(20)
    #expect(log.all == [])
    #expect(await navigatorFailure { try await navigator.open("notes://home") }?.code == .actionFailed)
    #expect(log.all == ["actionFailed"])
  }

  // MARK: - Back

  @Test func `a second tap on back removes no other screen`() async throws {
    try await navigator.open("notes://folder/work/note/7")
    app.presenter.isPrompt = false
    let (first, second) = (Task { try await navigator.back() }, Task { try await navigator.back() })
    await app.pending()
    app.presenter.complete()
    try await first.value
    try await second.value
    #expect(app.shown == ["home", "folder work"])
  }

  @Test func `going back removes the topmost screen, or the screens above an interface`() async throws {
    try await navigator.open("notes://folder/work/note/7")
    try await navigator.back(animated: false)
    #expect(app.shown == ["home", "folder work"] && app.calls.last == "remove push at once")
    try await navigator.open("notes://folder/work/note/7")
    try await navigator.back(to: RoutableView<any PreviewInput>())
    #expect(app.shown == ["home", "folder work"])
    try await navigator.back(to: .home)
    #expect(app.shown == ["home"] && app.calls.last == "remove push")
    try await navigator.back(to: .home)
    #expect(app.shown == ["home"])
    let failure = await navigatorFailure { try await navigator.back(to: .login) }
    #expect(
      failure?.description == """
        the navigator that was created at WaymarkNavigationTests/NavigatorTests.swift:7 shows no screen of View(.login), to which one could go back [actionFailed]
            To fix: check the screens of the navigator first
        """)
    try await navigator.back()
    let none = await navigatorFailure { try await navigator.back() }
    #expect(
      none?.description == """
        the navigator that was created at WaymarkNavigationTests/NavigatorTests.swift:7 shows no screen [actionFailed]
            To fix: check the screens of the navigator first
        """)
    let empty = try Navigator(from: app.window, in: Registry {})
    #expect(await navigatorFailure { try await empty.back(to: .home) }?.code == .unregistered)
  }

  // MARK: - Asking

  @Test func `a change asks each screen once, from the top`() async throws {
    let urls = ["notes://folder/work/note/1", "notes://folder/work/note/2"]
    for url in urls { try await app.registry.open(url, .push(from: app.window)).completed() }
    app.log.clear()
    try await navigator.open("notes://home")
    #expect(app.log.all.prefix(3) == ["asked note 2", "asked note 1", "willRemove note 2"])
    #expect(app.log.all.filter { $0.hasPrefix("asked") }.count == 2)
  }

  // MARK: - Failures

  @Test func `the first failure ends the change with its completed steps`() async throws {
    try await navigator.open("notes://folder/home")
    app.presenter.failure = Failure(description: "stuck")
    let stuck = await navigatorFailure { try await navigator.open("notes://folder/work") }
    #expect(stuck?.code == .actionFailed && app.shown == ["home", "folder home"])
    app.presenter.failure = nil
    app.presenter.refusal = RouteError(.actionFailed, "no room")
    let refused = await navigatorFailure { try await navigator.open("notes://folder/work") }
    #expect(app.shown == ["home"])
    let steps = ["keep NamedScreen push notes://home", "remove NamedScreen push notes://folder/home"]
    #expect(refused?.done.map(\.description) == steps)
    let lines = try #require(refused).description.split(separator: "\n    ")
    #expect(lines.count == 3 && lines[0] == "no room [actionFailed]" && lines[2] == "after: \(steps[1])")
    #expect(lines[1].hasPrefix("while trying to show NamedScreen ("))
  }

  /// An interceptor that waits doesn't hide that the presenter never shows the kind.
  @Test(arguments: ["notes://folder/work", "notes://folder/home/note/1"])
  func `a kind of path that the presenter never shows changes nothing`(url: String) async throws {
    try await navigator.open("notes://folder/home")
    app.log.clear()
    app.presenter.refusal = RouteError(.unsupportedPath, "only pushes")
    let failure = await navigatorFailure { try await navigator.open(url) }
    #expect(failure?.code == .unsupportedPath && failure?.done == [])
    #expect(app.shown == ["home", "folder home"] && !app.log.all.contains { $0.hasPrefix("asked") })
    let refused = await navigatorFailure { try await navigator.open("notes://home", along: .sheet) }
    #expect(refused == nil && app.shown == ["home"], "nothing has to be shown")
  }
}
