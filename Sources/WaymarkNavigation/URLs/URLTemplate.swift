import WaymarkCore
import WaymarkRuntime

/// A URL in which properties of a configuration stand for the parts that vary.
///
///     URLPattern(
///       for: OpenNoteConfiguration.self,
///       "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)")
///
/// It's written as a string literal. What's interpolated are key paths of the configuration:
///
/// - In the path, a property takes the place of a whole segment. Its parameter is named like the property.
/// - In the query, a property follows a name and `=`. Its parameter has the name that's written there.
///
/// The type of a property is `LosslessStringConvertible`, such as `Int` and `String`, or has a raw value of such a
/// type, as many enums and identifiers do. A property in the query may be an optional of one.
///
/// Everything else is written as in a ``URLPattern``: `:name`, `*`, and `**` match what the configuration has no
/// property for, and the route's `open:` closure reads it.
public struct URLTemplate<Configuration>: Sendable, ExpressibleByStringInterpolation {
  /// A property in a template.
  struct Field: Sendable {
    /// The name of the property; nil if it isn't known.
    let name: String?
    let type: Any.Type
    let isOptional: Bool
    /// Returns the value of a configuration as a string, or nil if there's none; nil if the key path can't be used on
    /// any thread.
    let read: (@Sendable (Any) -> String?)?
    /// Changes the value of a configuration, and returns whether the string has one; nil as `read`.
    let write: (@Sendable (inout Any, String) -> Bool)?
  }

  enum Piece: Sendable {
    case literal(String)
    case field(Field)
  }

  let pieces: [Piece]

  /// Creates a template without properties.
  ///
  /// - Parameter value: The URL.
  public init(stringLiteral value: String) { pieces = [.literal(value)] }

  /// Creates a template from its literals and properties.
  ///
  /// - Parameter stringInterpolation: The parts of the template.
  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}

extension URLPattern {
  /// Creates the entry from a template, which fills the route's configuration from a URL, and writes the URL of a
  /// configuration.
  ///
  ///     URLPattern(
  ///       for: OpenNoteConfiguration.self, "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)",
  ///       through: "notes://list/\(\.folder)")
  ///
  /// In the path, each property has a value. What the query of a URL lacks keeps the configuration's default value, and
  /// a value of the wrong type is the error `invalidParameter`, which names it. The route's `open:` closure, if it has
  /// one, runs after the template. A
  /// ``ModuleRouter`` writes URLs, with `url { … }`.
  ///
  /// Everything else is as with a pattern that's a string: the example matches the URLs of
  /// `notes://list/:folder/notes/:id`, and its parameters have these names.
  ///
  /// - Parameters:
  ///   - configuration: The type of the route's configuration.
  ///   - template: The URL, with key paths of the configuration.
  ///   - parent: The URL of the screen that's shown first, below this one, when a plan is performed. Its properties and
  ///     parameters are among those of the template's path.
  public init<Configuration>(
    for configuration: Configuration.Type, _ template: URLTemplate<Configuration>,
    through parent: URLTemplate<Configuration>? = nil
  ) {
    parsed = Result { () throws(MalformedPattern) in
      let (shape, template) = try URLTemplateParser.parse(template)
      return PatternDeclaration(
        shape: shape, parent: try parent.map(URLTemplateParser.parse(parent:)), template: template)
    }
  }
}

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
