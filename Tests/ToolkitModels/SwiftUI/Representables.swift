// Only where there is a model of UIKit, or none but of AppKit: .ci/apple compiles the latter for macOS.
#if canImport(UIKit)
  public import UIKit

  /// Page: swiftui/uiviewcontrollerrepresentable
  @available(iOS 13.0, tvOS 13.0, *) @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Self.Body == Never {
    /// Page: swiftui/uiviewcontrollerrepresentable/uiviewcontrollertype
    associatedtype UIViewControllerType: UIViewController
    /// Page: swiftui/uiviewcontrollerrepresentable/context
    typealias Context = UIViewControllerRepresentableContext<Self>
    /// Page: swiftui/uiviewcontrollerrepresentable/makeuiviewcontroller(context:)
    @MainActor @preconcurrency func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
    /// Page: swiftui/uiviewcontrollerrepresentable/updateuiviewcontroller(_:context:)
    @MainActor @preconcurrency
    func updateUIViewController(_ uiViewController: Self.UIViewControllerType, context: Self.Context)
  }

  /// Page: swiftui/uiviewcontrollerrepresentablecontext
  @available(iOS 13.0, tvOS 13.0, *) @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency public struct UIViewControllerRepresentableContext<Representable>
  where Representable: UIViewControllerRepresentable {
    /// Page: swiftui/uiviewcontrollerrepresentablecontext/environment
    public let environment: EnvironmentValues
  }

  extension UIViewControllerRepresentable {
    /// Makes the controller when the view is drawn first, and updates it each time.
    func draw(in context: SwiftUI.Context) {
      let input = UIViewControllerRepresentableContext<Self>(environment: context.environment)
      let controller: UIViewControllerType
      if let made = context.node.controller as? UIViewControllerType {
        controller = made
      } else {
        controller = makeUIViewController(context: input)
        context.node.controller = controller
        controller.loadViewIfNeeded()
        controller.viewWillAppear(false)
        controller.viewDidAppear(false)
      }
      updateUIViewController(controller, context: input)
      context.layer.texts += ["\(type(of: controller))"] + labels(in: controller.view).compactMap(\.text)
    }

    private func labels(in view: UIView) -> [UILabel] {
      view.subviews.flatMap { ([$0 as? UILabel].compactMap(\.self)) + labels(in: $0) }
    }
  }
#elseif canImport(AppKit)
  public import AppKit

  /// Page: swiftui/nsviewcontrollerrepresentable
  @available(macOS 10.15, *)
  @MainActor @preconcurrency public protocol NSViewControllerRepresentable: View where Self.Body == Never {
    /// Page: swiftui/nsviewcontrollerrepresentable/nsviewcontrollertype
    associatedtype NSViewControllerType: NSViewController
    /// Page: swiftui/nsviewcontrollerrepresentable/context
    typealias Context = NSViewControllerRepresentableContext<Self>
    /// Page: swiftui/nsviewcontrollerrepresentable/makensviewcontroller(context:)
    @MainActor @preconcurrency func makeNSViewController(context: Self.Context) -> Self.NSViewControllerType
    /// Page: swiftui/nsviewcontrollerrepresentable/updatensviewcontroller(_:context:)
    @MainActor @preconcurrency
    func updateNSViewController(_ nsViewController: Self.NSViewControllerType, context: Self.Context)
  }

  /// Page: swiftui/nsviewcontrollerrepresentablecontext
  @available(macOS 10.15, *) @MainActor @preconcurrency
  public struct NSViewControllerRepresentableContext<View> where View: NSViewControllerRepresentable {}
#endif
