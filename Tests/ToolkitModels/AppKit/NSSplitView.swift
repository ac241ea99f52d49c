/// https://developer.apple.com/documentation/appkit/nssplitview
open class NSSplitView: NSView {
  private var arranged: [NSView] = []

  /// https://developer.apple.com/documentation/appkit/nssplitview/arrangesallsubviews
  open var arrangesAllSubviews = true
  /// "The array of views that the split view arranges as panes":
  /// https://developer.apple.com/documentation/appkit/nssplitview/arrangedsubviews
  open var arrangedSubviews: [NSView] { arrangesAllSubviews ? subviews : arranged }
  /// https://developer.apple.com/documentation/appkit/nssplitview/addarrangedsubview(_:)
  open func addArrangedSubview(_ view: NSView) {
    arranged.append(view)
    addSubview(view)
  }
}
