import WaymarkRuntime

extension URLValueConversion where Value: URLValue {
  fileprivate static var ofURL: Self {
    Self(
      type: Value.self, read: reader { Value(urlText: $0) },
      write: { value in value.urlText.map(URLText.written) ?? .unwritable(value) })
  }
}

extension URLTemplate.StringInterpolation {
  /// Adds a property.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  public mutating func appendInterpolation<Value: URLValue>(
    _ path: any WritableKeyPath<Configuration, Value> & Sendable, named name: String? = nil
  ) {
    append(path, name, sendable: path, URLValueConversion<Value>.ofURL)
  }

  /// Adds a property that may be missing in the query.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  public mutating func appendInterpolation<Value: URLValue>(
    _ path: any WritableKeyPath<Configuration, Value?> & Sendable, named name: String? = nil
  ) {
    append(path, name, sendable: path, URLValueConversion<Value>.ofURL.optional)
  }

  /// Adds a property with a raw value.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
    _ path: any WritableKeyPath<Configuration, Value> & Sendable, named name: String? = nil
  ) where Value.RawValue: URLValue {
    append(path, name, sendable: path, URLValueConversion<Value>.raw(.ofURL))
  }

  /// Adds a property with a raw value that may be missing in the query.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
    _ path: any WritableKeyPath<Configuration, Value?> & Sendable, named name: String? = nil
  ) where Value.RawValue: URLValue {
    append(path, name, sendable: path, URLValueConversion<Value>.raw(.ofURL).optional)
  }

  /// Adds a stored property of a main-actor type.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  @_documentation(visibility: internal)
  public mutating func appendInterpolation<Value: URLValue>(
    _ path: WritableKeyPath<Configuration, Value>, named name: String? = nil
  ) {
    append(path, name, URLValueConversion<Value>.ofURL)
  }

  /// Adds a stored property of a main-actor type that may be missing in the query.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  @_documentation(visibility: internal)
  public mutating func appendInterpolation<Value: URLValue>(
    _ path: WritableKeyPath<Configuration, Value?>, named name: String? = nil
  ) {
    append(path, name, URLValueConversion<Value>.ofURL.optional)
  }

  /// Adds a stored property of a main-actor type with a raw value.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
    _ path: WritableKeyPath<Configuration, Value>, named name: String? = nil
  ) where Value.RawValue: URLValue {
    append(path, name, URLValueConversion<Value>.raw(.ofURL))
  }

  /// Adds a stored property of a main-actor type with a raw value that may be missing in the query.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the parameter. By default, the property's name.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: RawRepresentable & SendableMetatype>(
    _ path: WritableKeyPath<Configuration, Value?>, named name: String? = nil
  ) where Value.RawValue: URLValue {
    append(path, name, URLValueConversion<Value>.raw(.ofURL).optional)
  }
}
