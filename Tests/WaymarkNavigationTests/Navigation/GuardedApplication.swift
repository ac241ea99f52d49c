import SharedFixtures
import Waymark
import WaymarkTesting

@MainActor protocol ItemModule { var number: Int { get set } }

struct ItemConfiguration: ItemModule {
  nonisolated var number = 0
  nonisolated var size = 0
  nonisolated init() {}
}

extension RoutableViewModule<any ItemModule> {
  static var item: Self { declared() }
  static var sizedItem: Self { declared() }
}

/// The account that the interceptors of a ``GuardedApplication`` depend on.
@MainActor
final class GuardedAccount {
  var isOpen = false
  /// Whether the detail of a secret has an interceptor of its own.
  var guardsDetail = false
  /// The decision about a protected screen while the account isn't open.
  var otherwise = RouteDecision.redirect(to: .login)
  /// Whether the user agrees to discard the changes of a form.
  var discards = true
  let asked = Log()

  func decide(_ attempt: RouteAttempt) -> RouteDecision {
    asked.append(attempt.url ?? "none")
    return isOpen ? .proceed : otherwise
  }
}

/// An application with screens that need a log-in, and a `RecordingWindow`.
@MainActor
final class GuardedApplication {
  enum Setting: CaseIterable {
    case prompt
    /// The window completes changes much later.
    case slow
    case tabs
  }

  let window: RecordingWindow
  let account = GuardedAccount()
  let log = Log()
  let registry: Registry
  let navigator: Navigator

  /// The names of the visible screens, beginning with the lowest.
  var shown: [String] {
    ((window.selectedTab.map { window.shown(inTab: $0) } ?? []) + window.shown(inTab: nil))
      .compactMap { ($0 as? NamedScreen)?.name }
  }

  init(
    _ setting: Setting = .prompt, whileBusy: Navigator.BusyPolicy = .wait,
    opensWhen: @escaping @MainActor () -> Bool = { true }
  ) throws {
    let (account, log) = (account, log)
    window = RecordingWindow(tabs: setting == .tabs ? ["inbox", "library"] : [])
    let login = Leaves<NamedScreen> { _ in
      log.append("asked login")
      return .proceed
    }
    let form = Leaves<NamedScreen> { _ in
      log.append("asked form")
      return account.discards ? .proceed : .stay
    }
    registry = try Registry {
      screens("home", .home, "app://home")
      Route(NamedScreen.self) {
        RoutableView(.login)
        URLPattern("app://login")
        Supports(.push)
        login
      } make: {
        NamedScreen("login")
      }
      screens(
        "secret", .secret, "app://secret/:id", showing: "id", intercepts: Intercepts { account.decide($0) })
      screens(
        "detail", .detail, "app://secret/:id/detail", through: "app://secret/:id", showing: "id",
        intercepts: Intercepts(when: { _ in account.guardsDetail }) { account.decide($0) })
      screens("form", .form, "app://form", leaves: form)
      screens(
        "refused", .refused, "app://refused",
        intercepts: Intercepts(immediately: { _ in .refuse(Failure(description: "locked")) }))
      screens("child", .child, "app://refused/child", through: "app://refused")
      screens(
        "lost", .lost, "app://lost",
        intercepts: Intercepts(immediately: { _ in .redirectToURL("app://nowhere") }))
      Route(NamedScreen.self, configuration: ItemConfiguration.init) {
        RoutableViewModule(.item)
        URLPattern(for: ItemConfiguration.self, "app://item/\(\.number)", through: "app://home")
      } make: { configuration, _ in
        NamedScreen("item \(configuration.number)")
      }
      Route(NamedScreen.self, configuration: ItemConfiguration.init) {
        URLPattern("app://sized/:number")
        RoutableViewModule(.sizedItem)
      } make: { configuration, _ in
        NamedScreen("item of size \(configuration.size)")
      } open: { parameters, configuration in
        configuration.size = try parameters.value("size")
      }
    }
    navigator = Navigator(from: window, in: registry, whileBusy: whileBusy, opensWhen: opensWhen)
    navigator.onFailure = { log.append("\($0) \($1.code)") }
    guard setting == .slow else { return }
    window.completion = .later
    Task { [weak window] in
      while window != nil {
        await letOthersProceed(20)
        window?.completeNext()
      }
    }
  }

  /// The URLs of the steps of the navigator's plan, without the selection of a tab.
  var urls: [String] { navigator.plan.steps.filter { $0.tab == nil }.map(\.url) }

  /// Opens a URL, and returns the failure, if any.
  @discardableResult
  func open(_ url: String) async throws -> Navigator.Failure? {
    try await inTime { [navigator] in
      do throws(Navigator.Failure) {
        try await navigator.open(url)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Gives all other tasks the time to proceed.
  func settle() async { await letOthersProceed(300) }
}
