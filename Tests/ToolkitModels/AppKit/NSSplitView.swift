/// https://developer.apple.com/documentation/appkit/nssplitview
open class NSSplitView: NSView {
  /// All subviews, because `arrangesAllSubviews` is true by default:
  /// https://developer.apple.com/documentation/appkit/nssplitview/arrangedsubviews
  open var arrangedSubviews: [NSView] { subviews }
  /// https://developer.apple.com/documentation/appkit/nssplitview/addarrangedsubview(_:)
  open func addArrangedSubview(_ view: NSView) { addSubview(view) }
}
