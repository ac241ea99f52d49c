import SharedFixtures
import Waymark
import WaymarkTesting

@MainActor protocol GuardedInput: AnyObject {}
@MainActor protocol ItemModule { var number: Int { get set } }

struct ItemConfiguration: ItemModule {
  nonisolated var number = 0
  nonisolated var size = 0
  nonisolated init() {}
}

extension NamedScreen: GuardedInput {}

extension RoutableView<any GuardedInput> {
  static var secret: Self { declared() }
  static var detail: Self { declared() }
  static var form: Self { declared() }
  static var refused: Self { declared() }
  static var child: Self { declared() }
  static var lost: Self { declared() }
}
extension RoutableViewModule<any ItemModule> {
  static var item: Self { declared() }
  static var sizedItem: Self { declared() }
}

/// The account on which the interceptors of a ``GuardedApplication`` depend.
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
    _ setting: Setting = .prompt, interceptsAtOnce: Bool = false, whileBusy: Navigator.BusyPolicy = .wait,
    opensWhen: @escaping @MainActor () -> Bool = { true }
  ) throws {
    let (account, log) = (account, log)
    window = RecordingWindow(tabs: setting == .tabs ? ["inbox", "library"] : [])
    registry = try Registry {
      Route(NamedScreen.self) {
        RoutableView(.home)
        URLPattern("app://home")
      } make: {
        NamedScreen("home")
      }
      Route(NamedScreen.self) {
        RoutableView(.login)
        URLPattern("app://login")
        Supports(.push)
        Leaves { _ in
          log.append("asked login")
          return .proceed
        }
      } make: {
        NamedScreen("login")
      }
      Route(NamedScreen.self) {
        RoutableView(.secret)
        URLPattern("app://secret/:id")
        if interceptsAtOnce {
          Intercepts(immediately: { account.decide($0) })
        } else {
          Intercepts { account.decide($0) }
        }
      } make: { routes in
        NamedScreen("secret \(routes.parameters?["id"] ?? "")")
      }
      Route(NamedScreen.self) {
        RoutableView(.detail)
        URLPattern("app://secret/:id/detail", through: "app://secret/:id")
        Intercepts(when: { _ in account.guardsDetail }) { account.decide($0) }
      } make: { routes in
        NamedScreen("detail \(routes.parameters?["id"] ?? "")")
      }
      Route(NamedScreen.self) {
        RoutableView(.form)
        URLPattern("app://form")
        Leaves { _ in
          log.append("asked form")
          return account.discards ? .proceed : .stay
        }
      } make: {
        NamedScreen("form")
      }
      Route(NamedScreen.self) {
        RoutableView(.refused)
        URLPattern("app://refused")
        Intercepts(immediately: { _ in .refuse(Failure(description: "locked")) })
      } make: {
        NamedScreen("refused")
      }
      Route(NamedScreen.self) {
        RoutableView(.child)
        URLPattern("app://refused/child", through: "app://refused")
      } make: {
        NamedScreen("child")
      }
      Route(NamedScreen.self) {
        RoutableView(.lost)
        URLPattern("app://lost")
        Intercepts(immediately: { _ in .redirectToURL("app://nowhere") })
      } make: {
        NamedScreen("lost")
      }
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
        for _ in 0..<20 { await Task.yield() }
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

  /// Gives all other tasks the time to proceed.
  func settle() async {
    for _ in 0..<300 { await Task.yield() }
  }
}
