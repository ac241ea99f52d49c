/// https://developer.apple.com/documentation/uikit/uisearchcontroller
open class UISearchController: UIViewController {
  public init(searchResultsController: UIViewController?) {
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .overCurrentContext
    guard let searchResultsController else { return }
    addChild(searchResultsController)
    searchResultsController.didMove(toParent: self)
  }
  public required init?(coder: NSCoder) { nil }

  open private(set) var searchResultsController: UIViewController?

  /// Begins a search as the user does, in a navigation controller, which "provides the presentation context".
  ///
  /// This isn't a part of UIKit.
  public func modelUserSearches(in navigation: UINavigationController) {
    navigation.present(self, animated: false)
  }
}
