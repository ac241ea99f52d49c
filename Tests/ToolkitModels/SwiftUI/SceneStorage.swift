public import Foundation

/// Page: swiftui/scenestorage
@propertyWrapper public struct SceneStorage<Value>: DynamicProperty {
  private final class Storage { weak var values: ModelSceneValues? }
  private let storage = Storage()
  private let key: String
  private let initial: Value

  public var wrappedValue: Value {
    get { storage.values?[key] as? Value ?? initial }
    nonmutating set { storage.values?[key] = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding(read: { wrappedValue }, write: { wrappedValue = $0 })
  }
}

extension SceneStorage {
  /// Page: swiftui/scenestorage/init(_:)-7w2nr
  public init(_ key: String) where Value == Data? {
    self.key = key
    initial = nil
  }
}

extension SceneStorage: ConnectedProperty {
  func connect(to node: Node, _ index: Int, _ environment: EnvironmentValues) {
    storage.values = environment[SceneValuesKey.self]
  }
}

struct SceneValuesKey: EnvironmentKey {
  static var defaultValue: ModelSceneValues? { nil }
}

/// The values of a scene, which the system keeps when it ends the scene. This isn't a part of SwiftUI.
@Observable
public final class ModelSceneValues {
  private var values: [String: Any] = [:]

  /// Creates the values of a new scene.
  public init() {}

  subscript(key: String) -> Any? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
