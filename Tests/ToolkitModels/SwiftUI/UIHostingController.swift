// Only where the package also has a model of UIKit.
#if canImport(UIKit)
  public import UIKit

  /// Page: swiftui/uihostingcontroller
  @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency open class UIHostingController<Content>: UIViewController where Content: View {
    public var rootView: Content

    public init(rootView: Content) {
      self.rootView = rootView
      super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }
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
#elseif canImport(AppKit)
  public import AppKit

  /// Page: swiftui/nshostingcontroller
  @MainActor @preconcurrency open class NSHostingController<Content>: NSViewController where Content: View {
    public var rootView: Content

    public init(rootView: Content) {
      self.rootView = rootView
      super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }
  }
#endif
