/// Page: swiftui/environmentkey
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Self.Value { get }
}

/// Page: swiftui/environmentvalues
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// The observable objects, by their types.
  var objects: [ObjectIdentifier: AnyObject] = [:]

  public init() {}

  public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Page: swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  /// A view that a model retains doesn't retain the environment of its last drawing.
  private final class Storage { weak var place: EnvironmentPlace? }
  private let storage = Storage()
  private let read: (EnvironmentValues) -> Value

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

  /// Page: swiftui/environment, for an object that may be missing
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public init<T>(_ objectType: T.Type) where Value == T?, T: AnyObject, T: Observable {
    read = { $0.objects[ObjectIdentifier(objectType)] as? T }
  }

  public var wrappedValue: Value { read(storage.place?.values ?? EnvironmentValues()) }
}

/// The environment of one place in the hierarchy of views.
final class EnvironmentPlace {
  var values = EnvironmentValues()
}

extension Environment: ConnectedProperty {
  func connect(to node: Node, _ index: Int, _ environment: EnvironmentValues) {
    node.environment.values = environment
    storage.place = node.environment
  }
}

extension View {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    let bound = MainActorBound((keyPath, value))
    return Modified(self) { context in context.environment[keyPath: bound.value.0] = bound.value.1 }
  }
}

extension View {
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func environment<T>(_ object: T?) -> some View where T: AnyObject, T: Observable {
    let bound = MainActorBound(object)
    return Modified(self) { $0.environment.objects[ObjectIdentifier(T.self)] = bound.value }
  }
}

/// Page: swiftui/scenephase
public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}

private struct ScenePhaseKey: EnvironmentKey {
  static let defaultValue = ScenePhase.active
}

extension EnvironmentValues {
  public internal(set) var scenePhase: ScenePhase {
    get { self[ScenePhaseKey.self] }
    set { self[ScenePhaseKey.self] = newValue }
  }
}
