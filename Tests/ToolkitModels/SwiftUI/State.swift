import Observation

/// Page: swiftui/dynamicproperty
public protocol DynamicProperty {}

/// Page: swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
  let location: StateLocation<Value>

  public init(wrappedValue value: Value) { location = StateLocation(value) }
  public init(initialValue value: Value) { location = StateLocation(value) }

  public var wrappedValue: Value {
    get { location.value }
    nonmutating set { location.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding(read: { [location] in location.value }, write: { [location] in location.value = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: ConnectedProperty {
  func connect(to node: Node, _ index: Int, _ environment: EnvironmentValues) {
    if let first = node.states[index] as? StateLocation<Value> {
      if first !== location { location.first = first }
    } else {
      node.states[index] = location
    }
  }
}

/// The storage of a state: of the first value that a view at one place of the hierarchy had.
final class StateLocation<Value>: Observable {
  private let registrar = ObservationRegistrar()
  private var stored: Value
  /// The storage of the view that was drawn first. The storage of each later view refers to it.
  var first: StateLocation?

  init(_ value: Value) { stored = value }

  var value: Value {
    get {
      if let first { return first.value }
      registrar.access(self, keyPath: \.value)
      return stored
    }
    set {
      if let first { return first.value = newValue }
      registrar.withMutation(of: self, keyPath: \.value) { stored = newValue }
    }
  }
}

/// Page: swiftui/binding
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  let read: () -> Value
  let write: (Value) -> Void

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  /// Page: swiftui/binding/subscript(dynamicmember:)
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>(
      read: { read()[keyPath: keyPath] },
      write: { new in
        var value = read()
        value[keyPath: keyPath] = new
        write(value)
      })
  }
}

/// Page: swiftui/bindable
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }

  public init(wrappedValue: Value) where Value: AnyObject, Value: Observable {
    self.wrappedValue = wrappedValue
  }

  public init(_ wrappedValue: Value) where Value: AnyObject, Value: Observable {
    self.wrappedValue = wrappedValue
  }

  /// Page: swiftui/bindable/subscript(dynamicmember:)
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> where Value: AnyObject {
    let object = wrappedValue
    return Binding<Subject>(
      read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
  }
}
