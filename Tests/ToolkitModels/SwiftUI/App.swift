/// Page: swiftui/app
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public protocol App {
  /// Page: swiftui/app/body-swift.associatedtype
  associatedtype Body: Scene
  /// Page: swiftui/app/body-swift.property
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  /// Page: swiftui/app/init()
  @MainActor @preconcurrency init()
}

extension App {
  /// Page: swiftui/app/main()
  @MainActor @preconcurrency public static func main() { ModelDevice(launching: Self()).update() }
}

/// Page: swiftui/scene
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public protocol Scene {
  /// Page: swiftui/scene/body-swift.associatedtype
  associatedtype Body: Scene
  /// Page: swiftui/scene/body-swift.property
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// A scene that the model shows itself. This isn't a part of SwiftUI.
extension Scene where Body == Never {
  public var body: Never { preconditionFailure("SwiftUI shows \(Self.self) itself") }
}

extension Never: Scene {}

/// Page: swiftui/scenebuilder
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@resultBuilder public struct SceneBuilder {
  /// Page: swiftui/scenebuilder/buildblock(_:)
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
  /// Page: swiftui/scenebuilder/buildblock(_:_:)
  public static func buildBlock<C0, C1>(_ c0: C0, _ c1: C1) -> some Scene where C0: Scene, C1: Scene {
    ScenePair(first: c0, second: c1)
  }
}

/// Two scenes.
nonisolated struct ScenePair<First: Scene, Second: Scene>: Scene {
  typealias Body = Never
  let first: First
  let second: Second
}

/// Page: swiftui/windowgroup
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
nonisolated public struct WindowGroup<Content>: Scene where Content: View {
  public typealias Body = Never
  /// Returns the content of a window, for the value that the application has opened it with.
  let make: (Any?) -> Content
  /// The type of the values, or nil for a group without.
  let type: Any.Type?
  /// Page: swiftui/windowgroup/init(content:)
  public init(@ViewBuilder content: () -> Content) {
    let content = content()
    make = { _ in content }
    type = nil
  }

  /// Page: swiftui/windowgroup/init(for:content:)
  @available(iOS 16.0, macOS 13.0, *) @available(tvOS, unavailable) @available(watchOS, unavailable)
  public init<D, C>(for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C)
  where Content == PresentedWindowContent<D, C>, D: Hashable, D: Codable, C: View {
    self.type = type
    make = { value in
      let location = StateLocation(value as? D)
      return PresentedWindowContent(
        content: content(Binding(read: { location.value }, write: { location.value = $0 })))
    }
  }
}

/// Page: swiftui/presentedwindowcontent
@available(iOS 16.0, macOS 13.0, *) @available(tvOS, unavailable) @available(watchOS, unavailable)
nonisolated public struct PresentedWindowContent<Data, Content>: View, PrimitiveView
where Data: Hashable, Data: Codable, Content: View {
  public typealias Body = Never
  let content: Content
  @MainActor func render(in context: Context) { context.render(content, "content") }
}

#if !os(tvOS)
  /// Page: swiftui/openwindowaction
  @available(iOS 16.0, macOS 13.0, *) @available(tvOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency public struct OpenWindowAction {
    let open: @MainActor (AnyHashable) -> Void

    /// Page: swiftui/openwindowaction/callasfunction(value:)
    public func callAsFunction<D>(value: D) where D: Hashable, D: Codable { open(AnyHashable(value)) }
  }

  struct OpenWindowKey: EnvironmentKey {
    static var defaultValue: OpenWindowAction {
      MainActor.assumeIsolated { OpenWindowAction { _ in } }
    }
  }

  extension EnvironmentValues {
    /// Page: swiftui/environmentvalues/openwindow
    @available(iOS 16.0, macOS 13.0, *) @available(tvOS, unavailable) @available(watchOS, unavailable)
    public internal(set) var openWindow: OpenWindowAction {
      get { self[OpenWindowKey.self] }
      set { self[OpenWindowKey.self] = newValue }
    }
  }
#endif

/// Page: developertoolssupport/preview. The macro `#Preview` creates such a value from its arguments.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@MainActor public struct Preview {
  let name: String?
  let body: @MainActor () -> any View

  /// Page: swiftui/preview(_:traits:body:)
  public init(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) {
    self.name = name
    self.body = body
  }
}

/// Page: swiftui/previewprovider
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@MainActor @preconcurrency public protocol PreviewProvider {
  /// Page: swiftui/previewprovider/previews-swift.associatedtype
  associatedtype Previews: View
  /// Page: swiftui/previewprovider/previews-swift.type.property
  @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

#if canImport(UIKit)
  public import UIKit

  /// Page: swiftui/uiapplicationdelegateadaptor
  @available(iOS 14.0, tvOS 14.0, *) @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor @preconcurrency @propertyWrapper
  public struct UIApplicationDelegateAdaptor<DelegateType>: DynamicProperty
  where DelegateType: NSObject, DelegateType: UIApplicationDelegate {
    /// Page: swiftui/uiapplicationdelegateadaptor/wrappedvalue
    public var wrappedValue: DelegateType {
      preconditionFailure("a model has no process to create a delegate for")
    }

    /// Page: swiftui/uiapplicationdelegateadaptor/init(_:)
    public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
  }
#endif
