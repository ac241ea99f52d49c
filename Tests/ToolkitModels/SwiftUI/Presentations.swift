/// Page: swiftui/presentationdetent
public struct PresentationDetent: Hashable, Sendable {
  let name: String
  public static let medium = PresentationDetent(name: "medium")
  public static let large = PresentationDetent(name: "large")
}

extension View {
  nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    Modified(self) { context in context.layer.detents = detents.map(\.name).sorted() }
  }
}

/// Page: swiftui/namespace
@propertyWrapper public struct Namespace: DynamicProperty {
  private final class Storage { var id: ID? }
  private let storage = Storage()

  public init() {}
  public var wrappedValue: Namespace.ID { storage.id ?? ID(node: nil) }

  public struct ID: Hashable, Sendable {
    fileprivate let node: ObjectIdentifier?
  }
}

extension Namespace: ConnectedProperty {
  func connect(to node: Node, _ index: Int, _ environment: EnvironmentValues) {
    storage.id = ID(node: ObjectIdentifier(node))
  }
}

/// Page: swiftui/navigationtransition
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
public protocol NavigationTransition {}

/// Page: swiftui/zoomnavigationtransition
@available(iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) @available(macOS, unavailable)
public struct ZoomNavigationTransition: NavigationTransition, Zooming {
  let source: TransitionSource
}

/// A transition that zooms, for platforms without it.
protocol Zooming {
  var source: TransitionSource { get }
}

@available(iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) @available(macOS, unavailable)
extension NavigationTransition where Self == ZoomNavigationTransition {
  public static func zoom(
    sourceID: some Hashable, in namespace: Namespace.ID
  ) -> ZoomNavigationTransition {
    ZoomNavigationTransition(source: TransitionSource(id: AnyHashable(sourceID), namespace: namespace))
  }
}

/// The view where a zoom transition starts.
struct TransitionSource: Hashable {
  let id: AnyHashable
  let namespace: Namespace.ID
}

extension View {
  /// The transition applies to the screen or the modal view if its outermost view has the modifier.
  @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
  nonisolated public func navigationTransition(_ style: some NavigationTransition) -> some View {
    let style = MainActorBound(style as any NavigationTransition)
    return Modified(self) { context in
      guard let zoom = style.value as? any Zooming, context.isVisible else { return }
      context.pass.zooms.append(zoom.source)
    }
  }

  @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
  nonisolated public func matchedTransitionSource(
    id: some Hashable, in namespace: Namespace.ID
  ) -> some View {
    let source = MainActorBound(TransitionSource(id: AnyHashable(id), namespace: namespace))
    return Modified(self) { $0.pass.zoomSources.insert(source.value) }
  }
}

/// Page: swiftui/progressview
nonisolated public struct ProgressView<Label, CurrentValueLabel>: View, PrimitiveView
where Label: View, CurrentValueLabel: View {
  public typealias Body = Never
  @MainActor func render(in context: Context) { context.layer.isBusy = true }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  nonisolated public init() {}
}
