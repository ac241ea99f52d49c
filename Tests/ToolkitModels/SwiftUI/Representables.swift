// Only where there is a model of UIKit, or none but of AppKit: .ci/apple compiles the latter for macOS.
#if canImport(UIKit)
  public import UIKit

  /// Page: swiftui/uiviewcontrollerrepresentable
  @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Self.Body == Never {
    associatedtype UIViewControllerType: UIViewController
    typealias Context = UIViewControllerRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
    @MainActor @preconcurrency
    func updateUIViewController(_ uiViewController: Self.UIViewControllerType, context: Self.Context)
  }

  /// Page: swiftui/uiviewcontrollerrepresentablecontext
  @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency public struct UIViewControllerRepresentableContext<Representable>
  where Representable: UIViewControllerRepresentable {
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
  @MainActor @preconcurrency public protocol NSViewControllerRepresentable: View where Self.Body == Never {
    associatedtype NSViewControllerType: NSViewController
    typealias Context = NSViewControllerRepresentableContext<Self>
    @MainActor @preconcurrency func makeNSViewController(context: Self.Context) -> Self.NSViewControllerType
    @MainActor @preconcurrency
    func updateNSViewController(_ nsViewController: Self.NSViewControllerType, context: Self.Context)
  }

  /// Page: swiftui/nsviewcontrollerrepresentablecontext
  @MainActor @preconcurrency
  public struct NSViewControllerRepresentableContext<View> where View: NSViewControllerRepresentable {}
#endif
