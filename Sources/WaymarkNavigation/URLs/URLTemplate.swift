import WaymarkRuntime

/// A URL with properties of a configuration in place of its variable parts.
///
///     URLPattern(
///       for: OpenNoteConfiguration.self,
///       "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)")
///
/// Write it as a string literal that interpolates key paths of the configuration:
///
/// - In the path, a property takes the place of a whole segment, as a parameter with the name of the property. If the
///   property is computed or belongs to a class, add a name: `\(\.property, named: "id")`.
/// - In the query, a property follows a name and `=`, as a parameter with that name. It needs no `named:`.
///
/// The type of a property is `LosslessStringConvertible`, such as `Int` and `String`, or ``URLValue``, such as `UUID`,
/// `Date`, and `Decimal`, or has a raw value of such a type, like many enums and identifiers. In the query, it may be
/// optional.
///
/// Parts without a property follow the syntax of ``URLPattern``, for the route's `open:` closure to read.
public struct URLTemplate<Configuration>: Sendable, ExpressibleByStringInterpolation {
  enum Piece: Sendable {
    case literal(String)
    /// A property with its name, or nil if unknown. The property is nil if its key path isn't thread-safe.
    case property(name: String?, URLProperty?, isNamed: Bool)
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

    // A key path of a type without isolation is `Sendable`, and the compiler prefers the overloads that require it. The
    // other overloads accept key paths that lead to stored properties (`StoredKeyPath`).

    /// Adds a property.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value> & Sendable, named name: String? = nil
    ) {
      append(path, name, sendable: path, URLValueConversion<Value>.lossless)
    }

    /// Adds a property that may be missing in the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value?> & Sendable, named name: String? = nil
    ) {
      append(path, name, sendable: path, URLValueConversion<Value>.lossless.optional)
    }

    /// Adds a property with a raw value.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value> & Sendable, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, sendable: path, URLValueConversion<Value>.raw(.lossless))
    }

    /// Adds a property with a raw value that may be missing in the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: any WritableKeyPath<Configuration, Value?> & Sendable, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, sendable: path, URLValueConversion<Value>.raw(.lossless).optional)
    }

    /// Adds a stored property of a main-actor type.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value>, named name: String? = nil
    ) {
      append(path, name, URLValueConversion<Value>.lossless)
    }

    /// Adds a stored property of a main-actor type that may be missing in the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    public mutating func appendInterpolation<Value: LosslessStringConvertible & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value?>, named name: String? = nil
    ) {
      append(path, name, URLValueConversion<Value>.lossless.optional)
    }

    /// Adds a stored property of a main-actor type with a raw value.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value>, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, URLValueConversion<Value>.raw(.lossless))
    }

    /// Adds a stored property of a main-actor type with a raw value that may be missing in the query.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter. By default, the property's name.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
      _ path: WritableKeyPath<Configuration, Value?>, named name: String? = nil
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
      append(path, name, URLValueConversion<Value>.raw(.lossless).optional)
    }

    /// Rejects a constant property, and one of another type.
    ///
    /// - Parameters:
    ///   - path: The key path of the property.
    ///   - name: The name of the parameter.
    @available(
      *, unavailable,
      message:
        "a pattern fills this property from a URL: declare it with var, and with a type that is LosslessStringConvertible or URLValue, with such a raw value, or an optional of one"
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(
      _ path: KeyPath<Configuration, Value>, named name: String? = nil
    ) {}

    mutating func append<Value>(
      _ path: WritableKeyPath<Configuration, Value>, _ name: String?,
      sendable: (any WritableKeyPath<Configuration, Value> & Sendable)? = nil,
      _ text: URLValueConversion<Value>
    ) {
      let property = URLProperty(path, sendable: sendable, text)
      pieces.append(.property(name: name ?? StoredPropertyName.of(path), property, isNamed: name != nil))
    }
  }
}

extension URLPattern {
  /// Creates the entry from a template, which fills the route's configuration from a URL, and vice versa.
  ///
  ///     URLPattern(
  ///       for: OpenNoteConfiguration.self, "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)",
  ///       through: "notes://list/\(\.folder)")
  ///
  /// The example matches the URLs of `notes://list/:folder/notes/:id`, with parameters of these names. An item that's
  /// missing in the query keeps the configuration's default value. A value of the wrong type throws `invalidParameter`.
  /// The route's `open:` closure, if any, runs after the template. A ``ModuleRouter`` forms URLs with `url { … }`.
  ///
  /// - Parameters:
  ///   - configuration: The type of the route's configuration.
  ///   - template: The URL, with key paths of the configuration.
  ///   - parent: The URL of the screen below this one in a plan, with parameters of the template's path.
  ///   - plusIsSpace: Whether `+` in the query is a space, as in the data of an HTML form.
  public init<Configuration>(
    for configuration: Configuration.Type, _ template: URLTemplate<Configuration>,
    through parent: URLTemplate<Configuration>? = nil, plusIsSpace: Bool = false
  ) {
    parsed = Result { () throws(MalformedPattern) in
      let (shape, template) = try URLTemplateParser.parse(template, plusIsSpace: plusIsSpace)
      return PatternDeclaration(
        shape: shape, parent: try parent.map(URLTemplateParser.parse(parent:)), template: template)
    }
  }
}
