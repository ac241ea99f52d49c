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
  let account: GuardedAccount
  let log = Log()
  let registry: Registry
  let navigator: Navigator

  /// The names of the visible screens, beginning with the lowest.
  var shown: [String] {
    ((window.selectedTab.map { window.shown(inTab: $0) } ?? []) + window.shown(inTab: nil))
      .compactMap { ($0 as? NamedScreen)?.name }
  }

  /// Creates an application in which interceptors ask an account about the secret, and about its detail if needed.
  init(
    _ setting: Setting = .prompt, account: GuardedAccount = GuardedAccount(), secret: Intercepts? = nil,
    detail: Intercepts? = nil, leavingLogin: @escaping @MainActor @Sendable () async -> Void = {},
    whileBusy: Navigator.BusyPolicy = .wait, opensWhen: @escaping @MainActor () -> Bool = { true }
  ) throws {
    let log = log
    self.account = account
    window = RecordingWindow(tabs: setting == .tabs ? ["inbox", "library"] : [])
    let login = Leaves<NamedScreen> { _ in
      log.append("asked login")
      await leavingLogin()
      return .proceed
    }
    let form = Leaves<NamedScreen> { _ in
      log.append("asked form")
      return account.discards ? .proceed : .stay
    }
    registry = try Registry {
      screens("home", .home, "app://home")
      screens("login", .login, "app://login", leaves: login, supports: Supports(.push))
      screens(
        "secret", .secret, "app://secret/:id", showing: "id",
        intercepts: secret ?? Intercepts { account.decide($0) }, alsoAt: "https://app.example/secret/:id")
      screens(
        "detail", .detail, "app://secret/:id/detail", through: "app://secret/:id", showing: "id",
        intercepts: detail ?? Intercepts(when: { _ in account.guardsDetail }) { account.decide($0) })
      screens(
        "draft", .draft, "app://secret/:id/draft", through: "app://secret/:id", supports: Supports(.sheet))
      screens("form", .form, "app://form", leaves: form)
      screens(
        "account", .account, "app://account",
        intercepts: Intercepts(immediately: { _ in .redirect(to: .login) }))
      screens(
        "terms", .terms,
        intercepts: Intercepts { _ in
          account.asked.append("terms")
          await Task.yield()
          return .proceed
        })
      screens(
        "refused", .refused, "app://refused",
        intercepts: Intercepts(immediately: { _ in .refuse(Failure(description: "locked")) }))
      screens("child", .child, "app://refused/child", through: "app://refused")
      screens(
        "lost", .lost, "app://lost",
        intercepts: Intercepts(immediately: { .redirectToURL($0.parameters?["to"] ?? "app://nowhere") }))
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

  /// Receives a URL, and gives the navigator the time to open it.
  func receive(_ url: String) async {
    navigator.receive(url)
    await settle()
  }

  /// Tries the received URLs again, and gives the navigator the time to open them.
  func retry() async {
    navigator.retry()
    await settle()
  }

  /// Gives all other tasks the time to proceed.
  func settle() async { await letOthersProceed(300) }
}
