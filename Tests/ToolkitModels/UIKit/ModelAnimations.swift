/// The animations that a test runs: the work at the end of UIKit's transitions waits here for ``finishAll()``.
///
/// This isn't a part of UIKit.
@MainActor public enum ModelAnimations {
  private static var pending: [@MainActor () -> Void] = []

  /// The number of transitions that haven't ended.
  public static var count: Int { pending.count }

  static func add(_ end: @escaping @MainActor () -> Void) { pending.append(end) }

  /// Ends all transitions, even ones that begin meanwhile, with a turn of the main run loop after each.
  public static func finishAll() {
    CFRunLoop.modelTurn()
    while !pending.isEmpty {
      pending.removeFirst()()
      CFRunLoop.modelTurn()
    }
  }
}

/// https://developer.apple.com/documentation/uikit/uitransitioncontextviewcontrollerkey
public struct UITransitionContextViewControllerKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let from = Self(rawValue: "UITransitionContextFromViewController")
  public static let to = Self(rawValue: "UITransitionContextToViewController")
}

/// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinatorcontext
@MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  var isCancelled: Bool { get }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator
@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
  @discardableResult func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

final class Transition: NSObject, UIViewControllerTransitionCoordinator {
  private(set) var isCancelled = false
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private weak var from: UIViewController?
  private weak var to: UIViewController?

  init(from: UIViewController?, to: UIViewController?) {
    (self.from, self.to) = (from, to)
    super.init()
  }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .to ? to : key == .from ? from : nil
  }

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animation?(self)
    if let completion { completions.append(completion) }
    return true
  }

  func end(isCancelled: Bool = false) {
    self.isCancelled = isCancelled
    let all = completions
    completions = []
    for completion in all { completion(self) }
  }
}
