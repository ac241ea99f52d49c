/// https://developer.apple.com/documentation/uikit/uivisualeffect
open class UIVisualEffect: NSObject {}

/// https://developer.apple.com/documentation/uikit/uivisualeffectview
open class UIVisualEffectView: UIView {
  private let content = UIView()

  /// https://developer.apple.com/documentation/uikit/uivisualeffectview/init(effect:)
  public init(effect: UIVisualEffect?) {
    super.init(frame: .zero)
    super.addSubview(content)
  }
  public required init?(coder: NSCoder) { nil }

  /// https://developer.apple.com/documentation/uikit/uivisualeffectview/contentview
  open var contentView: UIView { content }

  /// "Do not add subviews directly to the visual effect view itself": UIKit raises an exception.
  ///
  /// https://developer.apple.com/documentation/uikit/uivisualeffectview
  open override func addSubview(_ view: UIView) {
    preconditionFailure(
      """
      \(view) has been added as a subview to \(self). Do not add subviews directly to the visual effect view itself, \
      instead add them to the -contentView.
      """)
  }
}
