import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A window with a tab bar controller, each of whose two tabs has a navigation controller.
@MainActor final class TabScreen {
  /// How the tabs are named.
  enum Names: Sendable { case tabs, restorationIdentifiers, indices }

  let scene = UIWindowScene()
  let window: UIWindow
  let registry: Registry
  let inbox = UINavigationController(rootViewController: PlainController())
  let archive = UINavigationController(rootViewController: PlainController())
  let tabBar: UITabBarController

  init(_ names: Names) throws {
    registry = try Registry { NoteModule() }
    window = UIWindow(windowScene: scene)
    if names == .tabs {
      let (inbox, archive) = (inbox, archive)
      tabBar = UITabBarController(tabs: [
        UITab(title: "Inbox", image: nil, identifier: "inbox") { _ in inbox },
        UITab(title: "Archive", image: nil, identifier: "archive") { _ in archive },
      ])
    } else {
      tabBar = UITabBarController()
      tabBar.viewControllers = [inbox, archive]
      if names == .restorationIdentifiers {
        inbox.restorationIdentifier = "inbox"
        archive.restorationIdentifier = "archive"
      }
    }
    window.rootViewController = tabBar
    window.makeKeyAndVisible()
  }

  var navigator: Navigator { Navigator(from: scene, in: registry) }
}

extension UIKitTests {
  @Suite @MainActor struct TabTests {
    private func plan(_ tab: String, _ urls: String..., in screen: TabScreen) throws -> RoutePlan {
      try RoutePlan(steps: [.tab(tab)] + urls.flatMap { try screen.registry.plan(for: $0).steps })
    }

    /// Returns the error of selecting a tab.
    private func refusal(of tab: String, _ navigator: Navigator) async throws -> String {
      let error = await #expect(throws: (any Error).self) {
        try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab(tab)])))
      }
      return String(describing: try #require(error))
    }

    /// Applies a plan, and ends the animations meanwhile.
    private func open(_ plan: RoutePlan, _ navigator: Navigator) async throws {
      let changing = Task { try await navigator.apply(navigator.changes(to: plan)) }
      await settle()
      try await changing.value
    }

    @Test(arguments: [
      (TabScreen.Names.tabs, "inbox", "archive"), (.restorationIdentifiers, "inbox", "archive"),
      (.indices, "0", "1"),
    ])
    func `a step selects a tab from any source, and later steps show in it`(
      names: TabScreen.Names, first: String, second: String
    ) async throws {
      let screen = try TabScreen(names)
      let root = try #require(screen.inbox.topViewController)
      for source in [screen.scene, root, root.view, screen.tabBar, screen.inbox] as [any RouteSource] {
        screen.tabBar.modelUserSelects(0)
        let navigator = Navigator(from: source, in: screen.registry)
        #expect(navigator.plan.steps.map(\.tab) == [first])
        try await open(try plan(second, "notes://linked", in: screen), navigator)
        #expect(screen.tabBar.selectedViewController === screen.archive)
        #expect(screen.archive.topViewController is Linked)
        #expect(screen.inbox.viewControllers.count == 1)
        #expect(navigator.plan.steps.map(\.url) == [second, "notes://linked"])
        screen.archive.popToRootViewController(animated: false)
        await settle()
      }
    }

    @Test func `a tab has one name`() async throws {
      let screen = try TabScreen(.tabs)
      screen.inbox.restorationIdentifier = "restored"
      #expect(screen.navigator.plan.steps.map(\.tab) == ["inbox"])
      #expect(
        try await refusal(of: "restored", screen.navigator) == """
          the tab bar controller has no tab 'restored': it has inbox, archive [unsupportedPath]
              To fix: use the identifier of a UITab, or the restorationIdentifier of the tab's view controller
          """)
      let other = try TabScreen(.indices)
      let identifier = try #require(other.tabBar.tabs.last?.identifier, "UIKit has created a tab")
      #expect(try await refusal(of: identifier, other.navigator).contains("it has 0, 1 [unsupportedPath]"))
      other.inbox.restorationIdentifier = "inbox"
      try await open(try plan("1", in: other), other.navigator)
      #expect(other.tabBar.selectedIndex == 1)
      #expect(try await refusal(of: "0", other.navigator).contains("it has inbox, 1 [unsupportedPath]"))
      try await open(try plan("inbox", in: other), other.navigator)
      #expect(other.tabBar.selectedIndex == 0)
    }

    @Test func `a screen is in the tab that contains it`() async throws {
      for names in [TabScreen.Names.tabs, .restorationIdentifiers, .indices] {
        let screen = try TabScreen(names)
        let navigator = screen.navigator
        if names == .tabs { screen.tabBar.modelUserSelects(1) }
        screen.tabBar.modelUserSelects(0)
        try screen.registry.perform(to: .linked, path: .push(from: screen.inbox))
        // The user is faster than the animation.
        screen.tabBar.modelUserSelects(1)
        await settle()
        #expect(navigator.screens.isEmpty)
        // The application shows something in a tab that the user doesn't see.
        try screen.registry.showAtOnce(.badge, .addSubview(to: screen.inbox.view))
        try await screen.registry.show(.linked, .push(from: screen.archive))
        #expect(navigator.screens.map(\.destination) == ["Linked"])
        screen.tabBar.modelUserSelects(0)
        #expect(navigator.screens.map(\.destination) == ["Linked"])
      }
    }

    @Test func `a navigator selects a tab after removing the screens above all tabs`() async throws {
      let screen = try TabScreen(.tabs)
      let navigator = screen.navigator
      let sheet = try await screen.registry.show(.linked, .sheet(from: screen.scene)).route
      #expect(navigator.plan.steps.map(\.kind) == ["tab", "sheet"])
      try await open(try plan("archive", in: screen), navigator)
      #expect(sheet.state == .removed)
      #expect(screen.tabBar.selectedViewController === screen.archive)
      #expect(screen.tabBar.modelChangesAnimated.last == true)
      try await navigator.apply(navigator.changes(to: try plan("inbox", in: screen)), animated: false)
      #expect(screen.tabBar.modelChangesAnimated.last == false)
    }

    @Test(arguments: [
      (TabScreen.Names.indices, ["0", "4", "settings"], "0"),
      (.tabs, ["inbox", "tab 4", "tab 5"], "archive"),
    ])
    func `the More tab has the name of the tab that it shows`(
      names: TabScreen.Names, shownNames: [String], other: String
    ) async throws {
      let screen = try TabScreen(names)
      if names == .indices {
        screen.tabBar.viewControllers = (0..<4).map { _ in PlainController() }
        screen.tabBar.viewControllers?[5].restorationIdentifier = "settings"
      } else {
        screen.tabBar.tabs += (2..<6).map { number in
          UITab(title: "", image: nil, identifier: "tab \(number)") { _ in PlainController() }
        }
        // The application's own tabs need no list of view controllers.
        #expect(screen.tabBar.viewControllers == nil)
      }
      let navigator = screen.navigator
      #expect(navigator.plan.steps.map(\.tab) == [shownNames[0]])
      screen.tabBar.modelUserOpensMore()
      // The list is above no tab. Its first one stands for it.
      #expect(navigator.plan.steps.map(\.tab) == [shownNames[1]])
      screen.tabBar.modelUserOpensMore(selecting: 5)
      #expect(navigator.plan.steps.map(\.tab) == [shownNames[2]])
      let shown = try await screen.registry.show(.linked, .push(from: screen.scene)).route
      #expect(navigator.plan.steps.map(\.url) == [shownNames[2], "notes://linked"])
      let plan = navigator.plan
      #expect("\(try navigator.changes(to: plan))" == "keep Linked push notes://linked")
      try await open(try self.plan(other, in: screen), navigator)
      #expect([shown.state == .routed, navigator.screens.isEmpty] == [true, true])
    }

    @Test func `segues and pushes work in a tab`() async throws {
      let screen = try TabScreen(.tabs)
      let board = BoardController(screen.registry)
      screen.inbox.pushViewController(board, animated: false)
      let shown = try await screen.registry.show(.note, .segue("showNote", from: board)).route
      #expect(shown.destination?.text == "segue, prepared")
      let above = try screen.registry.perform(to: .note, path: .push(from: board))
      #expect(shown.canRemove == false)
      await settle()
      #expect(
        board.routePresenter.holder(of: try #require(above.destination))
          == "its parent, UINavigationController")
      try await remove(above)
      #expect([shown.state, above.state] == [.routed, .removed])
    }
  }
}
