// Only where the package has a model of UIKit, too.
#if canImport(UIKit)
  public import UIKit

  /// Page: swiftui/uiviewcontrollerrepresentable
  @available(iOS 13.0, tvOS 13.0, *)
  @available(macOS, unavailable)
  @available(watchOS, unavailable)
  @MainActor
  @preconcurrency
  public protocol UIViewControllerRepresentable: View where Self.Body == Never {
    /// Page: swiftui/uiviewcontrollerrepresentable/uiviewcontrollertype
    associatedtype UIViewControllerType: UIViewController
    /// Page: swiftui/uiviewcontrollerrepresentable/context
    typealias Context = UIViewControllerRepresentableContext<Self>
    /// Page: swiftui/uiviewcontrollerrepresentable/makeuiviewcontroller(context:)
    @MainActor @preconcurrency
    func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
    /// Page: swiftui/uiviewcontrollerrepresentable/updateuiviewcontroller(_:context:)
    @MainActor @preconcurrency
    func updateUIViewController(_ uiViewController: Self.UIViewControllerType, context: Self.Context)
  }

  /// Page: swiftui/uiviewcontrollerrepresentablecontext
  @available(iOS 13.0, tvOS 13.0, *)
  @available(macOS, unavailable)
  @available(watchOS, unavailable)
  @MainActor
  @preconcurrency
  public struct UIViewControllerRepresentableContext<Representable>
  where Representable: UIViewControllerRepresentable {}

  extension UIViewControllerRepresentable {
    /// Makes the controller when the view is drawn first, and updates it each time.
    func draw(in context: SwiftUI.Context) {
      let input = UIViewControllerRepresentableContext<Self>()
      let controller = context.node.states[0] as? UIViewControllerType ?? makeUIViewController(context: input)
      context.node.states[0] = controller
      updateUIViewController(controller, context: input)
      context.layer.texts.append("\(type(of: controller))")
    }
  }
#endif
