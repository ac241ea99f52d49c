@testable import Waymark

/// What should be shown, as plain as it can be written: the reference of the model test.
struct NavigationReference {
  struct Screen: Equatable {
    let url: String
    let number: Int
  }

  /// A change that a navigator is asked for.
  enum Request: CustomStringConvertible {
    case plan([String], asking: Bool)
    case back(of: Int)

    var description: String {
      switch self {
      case .plan(let urls, let asking): "plan \(urls)\(asking ? "" : " without asking")"
      case .back(let number): "back of \(number)"
      }
    }
  }

  /// The screens, the lowest first.
  private(set) var screens: [Screen] = []
  /// The events, in order.
  private(set) var events: [String] = []
  /// The URLs of the screens that may not be left.
  var staying: Set<String> = []
  private var count = 0

  /// The URLs of a plan of what's shown.
  var plan: [String] { Array(screens.map(\.url).prefix { $0 != "none" }) }

  /// Shows a screen.
  mutating func show(_ url: String) {
    count += 1
    events += ["willPerform \(url)", "didPerform \(url)"]
    screens.append(Screen(url: url, number: count))
  }

  /// Removes the topmost screen, as the user does.
  mutating func dismiss() {
    if let screen = screens.popLast() { events.append("didRemove \(screen.url)") }
  }

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - script: What the presenter does to each step.
  ///   - replaced: Whether a change that's requested meanwhile replaces this one.
  /// - Returns: The code of the error, or nil.
  mutating func make(
    _ request: Request, _ script: inout [ModelPresenter.Action], replaced: Bool
  ) -> RouteError.Code? {
    let asking: Bool
    if case .plan(_, let asks) = request { asking = asks } else { asking = true }
    if asking, screens[kept(request)...].contains(where: { staying.contains($0.url) }) { return .stayed }
    var ended: RouteError.Code?
    func after(_ action: ModelPresenter.Action) -> RouteError.Code? {
      switch action {
      case .cancel: .refused
      case .request where replaced: .superseded
      default: ended
      }
    }
    while screens.count > kept(request) {
      if let ended { return ended }
      let action = script.isEmpty ? .succeed : script.removeFirst()
      let url = screens[screens.count - 1].url
      events.append("willRemove \(url)")
      guard action != .fail else {
        events.append("failed(actionFailed) \(url)")
        return .actionFailed
      }
      dismiss()
      ended = after(action)
      if action == .dismiss { dismiss() }
    }
    guard case .plan(let urls, _) = request else { return nil }
    var expected = screens
    for url in urls.dropFirst(screens.count) {
      if let ended { return ended }
      guard expected == screens else {
        events.append("failed(superseded) \(url)")
        return .superseded
      }
      let action = script.isEmpty ? .succeed : script.removeFirst()
      guard action != .fail else {
        events += ["willPerform \(url)", "failed(actionFailed) \(url)"]
        return .actionFailed
      }
      show(url)
      expected = screens
      ended = after(action)
      if action == .dismiss { dismiss() }
    }
    return nil
  }

  /// The number of screens that a change keeps.
  private func kept(_ request: Request) -> Int {
    switch request {
    case .plan(let urls, _): zip(screens, urls).prefix { $0.url == $1 }.count
    case .back(let number): screens.firstIndex { $0.number == number } ?? screens.count
    }
  }
}
