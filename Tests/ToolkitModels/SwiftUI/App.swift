/// Page: swiftui/app
@MainActor @preconcurrency public protocol App {
  /// Page: swiftui/app/body-swift.associatedtype
  associatedtype Body: Scene
  /// Page: swiftui/app/body-swift.property
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor @preconcurrency public static func main() { ModelDevice(launching: Self()).update() }
}

/// Page: swiftui/scene
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
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
}

/// Page: swiftui/windowgroup
nonisolated public struct WindowGroup<Content>: Scene where Content: View {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

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
@MainActor @preconcurrency public protocol PreviewProvider {
  /// Page: swiftui/previewprovider/previews-swift.associatedtype
  associatedtype Previews: View
  /// Page: swiftui/previewprovider/previews-swift.type.property
  @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}
