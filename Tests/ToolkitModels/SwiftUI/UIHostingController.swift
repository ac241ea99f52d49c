// Only where the package also has a model of UIKit.
#if canImport(UIKit)
  public import UIKit

  /// Page: swiftui/uihostingcontroller
  @available(iOS 13.0, tvOS 13.0, *) @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency open class UIHostingController<Content>: UIViewController where Content: View {
    /// Page: swiftui/uihostingcontroller/rootview
    public var rootView: Content

    /// Page: swiftui/uihostingcontroller/init(rootview:)
    public init(rootView: Content) {
      self.rootView = rootView
      super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }

    open override func loadView() { view = HostingView() }

    /// The faults that SwiftUI logs. This isn't a part of SwiftUI.
    public var modelledFaults: [String] { (viewIfLoaded as? HostingView)?.faults ?? [] }
  }

  /// Controllers on a device. This isn't a part of SwiftUI.
  extension ModelDevice {
    /// Creates a device that shows the view of a controller.
    public convenience init<Content: View>(hosting controller: UIHostingController<Content>) {
      self.init { Hosted(controller: controller) }
    }
  }

  private struct Hosted<Content: View>: View {
    let controller: UIHostingController<Content>
    var body: some View { controller.rootView }
  }

  /// The view of a hosting controller, which SwiftUI manages.
  private final class HostingView: UIView {
    var faults: [String] = []

    override func addSubview(_ view: UIView) {
      faults.append("Adding '\(type(of: view))' as a subview of UIHostingController.view is not supported")
      super.addSubview(view)
    }
  }
#elseif canImport(AppKit)
  public import AppKit

  /// Page: swiftui/nshostingcontroller
  @available(macOS 10.15, *)
  @MainActor @preconcurrency open class NSHostingController<Content>: NSViewController where Content: View {
    /// Page: swiftui/nshostingcontroller/rootview
    public var rootView: Content

    /// Page: swiftui/nshostingcontroller/init(rootview:)
    public init(rootView: Content) {
      self.rootView = rootView
      super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }
  }
#endif
