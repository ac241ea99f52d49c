import WaymarkRuntime

/// A way to read and change a property on any thread.
enum URLPropertyAccess<Root, Value>: Sendable {
  case sendable(any WritableKeyPath<Root, Value> & Sendable)
  case path(StoredKeyPath<Root, Value>)

  /// Returns the access to a stored property, or nil if the property isn't stored in a struct.
  static func stored(_ path: WritableKeyPath<Root, Value>) -> Self? {
    StoredKeyPath(path).map { .path($0) }
  }

  /// Returns a function that reads the value's string from a `Root`.
  ///
  /// Creating it here avoids a lookup of generic types at each call.
  func reader(_ write: @escaping @Sendable (Value) -> String?) -> @Sendable (Any) -> String? {
    switch self {
    case .sendable(let path):
      { root in (root as? Root).flatMap { write($0[keyPath: path]) } }
    case .path(let path):
      { root in
        // Most roots have exactly this type, so try without a cast first.
        if let text = path.read(root, write) { return text }
        return Self.read(path, inExistential: root, write)
      }
    }
  }

  /// Returns a function that changes the value in a `Root`, and returns whether the string represents a value.
  func writer(_ read: @escaping URLValueConversion<Value>.Reader) -> @Sendable (inout Any, String) -> Bool {
    switch self {
    case .sendable(let path):
      { any, text in
        guard var root = any as? Root, read(text, { root[keyPath: path] = $0 }) else { return false }
        any = root
        return true
      }
    case .path(let path):
      { any, text in
        // The configuration is new, and the rule about URL configurations requires its type to be `Root`.
        var isWritten = false
        return read(text, { isWritten = path.write($0, &any) }) && isWritten
      }
    }
  }

  // The optional root takes a lookup of the type, so the reader only calls this function if needed.
  @inline(never)
  private static func read(
    _ path: StoredKeyPath<Root, Value>, inExistential root: Any, _ write: (Value) -> String?
  ) -> String? {
    (root as? Root).flatMap { path.read($0, write) ?? nil }
  }
}

/// The conversions between a value and its string in a URL.
struct URLValueConversion<Value>: Sendable {
  /// Passes the value of a string to a function, or returns false if the string represents none.
  ///
  /// It doesn't return the value, because an optional of a generic type takes a lookup of the type at each call.
  typealias Reader = @Sendable (String, (Value) -> Void) -> Bool

  let type: Any.Type
  let read: Reader
  let write: @Sendable (Value) -> String?

  var optional: URLValueConversion<Value?> {
    let (read, write) = (read, write)
    let writeOptional: @Sendable (Value?) -> String? =
      URLValueConversion<Value?>.ofStrings ?? { $0.flatMap(write) }
    // A string without a value is an error, and doesn't mean that the value is missing.
    return URLValueConversion<Value?>(
      type: type, read: { text, take in read(text) { take(.some($0)) } }, write: writeOptional)
  }

  /// A function that returns an optional string as it is, or nil if the values have another type.
  static var ofStrings: (@Sendable (Value) -> String?)? {
    guard Value.self == String?.self else { return nil }
    return { value in knownType(value, as: String?.self) }
  }
}

extension URLValueConversion where Value: LosslessStringConvertible & SendableMetatype {
  static var lossless: Self {
    if Value.self == String.self {
      return Self(
        type: Value.self,
        read: { text, take in
          take(knownType(text, as: Value.self))
          return true
        }, write: { knownType($0, as: String.self) })
    }
    return Self(
      type: Value.self,
      read: { text, take in
        guard let value = Value(reading: text) else { return false }
        take(value)
        return true
      }, write: { $0.description })
  }
}

extension URLValueConversion where Value: RawRepresentable & SendableMetatype {
  /// Returns the conversions of a value by the ones of its raw value.
  static func raw(_ raw: URLValueConversion<Value.RawValue>) -> Self {
    Self(
      type: Value.self,
      read: { text, take in
        var isValue = false
        _ = raw.read(text) { rawValue in
          guard let value = Value(rawValue: rawValue) else { return }
          take(value)
          isValue = true
        }
        return isValue
      }, write: { raw.write($0.rawValue) })
  }
}
