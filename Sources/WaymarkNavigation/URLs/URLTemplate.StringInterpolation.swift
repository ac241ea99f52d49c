import WaymarkCore
import WaymarkRuntime

extension URLTemplate {
  /// The parts of a template, as the compiler collects them from a string literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    /// Creates a template without parts.
    @_documentation(visibility: internal)
    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Adds a literal part.
    @_documentation(visibility: internal)
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    // A key path of a type without isolation is `Sendable`, and the compiler prefers the functions that require it.
    // Other key paths can be used if they lead to stored properties (`StoredKeyPath`).

    /// Adds a property.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property. A property that's computed, or one of a
    ///     class, needs it in the path of a URL.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value> & Sendable, named name: String? = nil
    ) {
      append(path, name, .sendable(path), Text<Value>.lossless)
    }

    /// Adds a property that may be missing in the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value?> & Sendable, named name: String? = nil
    ) {
      append(path, name, .sendable(path), Text<Value>.lossless.optional, isOptional: true)
    }

    /// Adds a property with a raw value.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property. A property that's computed, or one of a
    ///     class, needs it in the path of a URL.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value> & Sendable, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, .sendable(path), Text<Value>.raw)
    }

    /// Adds a property with a raw value that may be missing in the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value?> & Sendable, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, .sendable(path), Text<Value>.raw.optional, isOptional: true)
    }

    /// Adds a stored property of a type that's isolated to the main actor.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value>, named name: String? = nil
    ) {
      append(path, name, .stored(path), Text<Value>.lossless)
    }

    /// Adds a stored property of a type that's isolated to the main actor, which may be missing in the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value?>, named name: String? = nil
    ) {
      append(path, name, .stored(path), Text<Value>.lossless.optional, isOptional: true)
    }

    /// Adds a stored property with a raw value, of a type that's isolated to the main actor.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value>, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, .stored(path), Text<Value>.raw)
    }

    /// Adds a stored property with a raw value, of a type that's isolated to the main actor, which may be missing in
    /// the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter; by default, that of the property.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value?>, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, .stored(path), Text<Value>.raw.optional, isOptional: true)
    }

    private mutating func append<Value>(
      _ path: WritableKeyPath<Configuration, Value>, _ name: String?, _ access: Access<Configuration, Value>?,
      _ text: Text<Value>, isOptional: Bool = false
    ) {
      let read = access?.reader(text.write)
      let write = access?.writer(text.read)
      let field = Field(
        name: name ?? StoredPropertyName.of(path), type: text.type, isOptional: isOptional, read: read,
        write: write)
      pieces.append(.field(field))
    }
  }
}

/// A way to read and change a property on any thread.
private enum Access<Root, Value>: Sendable {
  case sendable(any WritableKeyPath<Root, Value> & Sendable)
  case path(StoredKeyPath<Root, Value>)

  /// Returns the access to a stored property, or nil if the property isn't stored in a struct.
  static func stored(_ path: WritableKeyPath<Root, Value>) -> Access? {
    StoredKeyPath(path).map { .path($0) }
  }

  /// Returns a function that returns the value's string.
  ///
  /// It takes a `Root`, and is made here so that no generic type is looked up when it's called.
  func reader(_ write: @escaping @Sendable (Value) -> String?) -> @Sendable (Any) -> String? {
    switch self {
    case .sendable(let path):
      { root in
        guard let root = root as? Root else { return nil }
        return write(root[keyPath: path])
      }
    case .path(let path):
      { root in
        // Most are stored as their type, so that no cast is needed.
        guard let root = storedValue(root, as: Root.self) ?? root as? Root else { return nil }
        return write(path.value(in: root))
      }
    }
  }

  /// Returns a function that changes the value to that of a string, and returns whether the string has one.
  ///
  /// As above, it takes a `Root`.
  func writer(_ read: @escaping @Sendable (String) -> Value?) -> @Sendable (inout Any, String) -> Bool {
    switch self {
    case .sendable(let path):
      { any, text in
        guard var root = any as? Root, let value = read(text) else { return false }
        root[keyPath: path] = value
        any = root
        return true
      }
    case .path(let path):
      { any, text in
        guard var root = any as? Root, let value = read(text) else { return false }
        path.set(value, in: &root)
        any = root
        return true
      }
    }
  }
}

/// The conversions between a value and its string in a URL.
private struct Text<Value>: Sendable {
  /// The type that messages name.
  let type: Any.Type
  let read: @Sendable (String) -> Value?
  /// Returns the string, or nil if there's no value.
  let write: @Sendable (Value) -> String?

  var optional: Text<Value?> {
    let (read, write) = (read, write)
    // A string that has no value is wrong; it doesn't mean that the value is missing.
    return Text<Value?>(type: type, read: { read($0).map { .some($0) } }, write: { $0.flatMap(write) })
  }
}

extension Text where Value: LosslessStringConvertible & SendableMetatype {
  static var lossless: Text {
    Text(type: Value.self, read: { Value(reading: $0) }, write: { $0.description })
  }
}

extension Text
where Value: RawRepresentable & SendableMetatype, Value.RawValue: LosslessStringConvertible & SendableMetatype
{
  static var raw: Text {
    Text(
      type: Value.self, read: { Value.RawValue(reading: $0).flatMap { Value(rawValue: $0) } },
      write: { $0.rawValue.description })
  }
}
