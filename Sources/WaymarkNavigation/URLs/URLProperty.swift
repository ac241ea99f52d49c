import WaymarkRuntime

/// A property of a configuration that a parameter of a URL fills, without its types.
struct URLProperty: Sendable {
  /// The type of the value.
  let type: Any.Type
  /// Whether the value may be missing.
  let isOptional: Bool
  /// The bytes of the property in a configuration, or nil if the property isn't stored in a struct.
  let bytes: Range<Int>?
  /// A function that returns a configuration's value as a text.
  let read: @Sendable (Any) -> URLText
  /// A function that changes a configuration's value, and returns whether the string represents a value.
  let write: @Sendable (inout Any, String) -> Bool

  /// Creates a property, or returns nil if its key path can't be used on any thread.
  ///
  /// Creating the functions here avoids a lookup of generic types at each call.
  ///
  /// - Parameters:
  ///   - path: The key path.
  ///   - sendable: The same key path if the compiler considers it `Sendable`.
  ///   - text: The conversions between the value and its string.
  init?<Root, Value>(
    _ path: WritableKeyPath<Root, Value>, sendable: (any WritableKeyPath<Root, Value> & Sendable)?,
    _ text: URLValueConversion<Value>
  ) {
    let (readText, writeText) = (text.read, text.write)
    type = text.type
    isOptional = text.isOptional
    bytes = MemoryLayout<Root>.offset(of: path).map { $0..<$0 + MemoryLayout<Value>.size }
    // Reading a stored property at its offset is faster than through its key path.
    if let stored = StoredKeyPath(path) {
      read = { root in
        // Most roots have exactly this type, so try without a cast first.
        if let text = stored.read(root, writeText) { return text }
        return Self.read(stored, inExistential: root, writeText)
      }
      write = { root, text in
        // The configuration is new, and the rule about URL configurations requires its type to be `Root`.
        var isWritten = false
        return readText(text) { isWritten = stored.write($0, &root) } && isWritten
      }
    } else if let sendable {
      read = { root in (root as? Root).map { writeText($0[keyPath: sendable]) } ?? .missing }
      write = { any, text in
        guard var root = any as? Root, readText(text, { root[keyPath: sendable] = $0 }) else { return false }
        any = root
        return true
      }
    } else {
      return nil
    }
  }

  // The optional root takes a lookup of the type, so the reader only calls this function if needed.
  @inline(never)
  private static func read<Root, Value>(
    _ path: StoredKeyPath<Root, Value>, inExistential root: Any, _ write: (Value) -> URLText
  ) -> URLText {
    (root as? Root).flatMap { path.read($0, write) } ?? .missing
  }
}

/// A value of a configuration as the text that a URL has.
enum URLText: Equatable {
  /// There's no value.
  case missing
  case written(String)
  /// A value that no text represents.
  indirect case unwritable(Any)

  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.missing, .missing): return true
    case (.written(let first), .written(let second)):
      return ExactText(text: first) == ExactText(text: second)
    case (.unwritable(let first), .unwritable(let second)):
      func equals<Value: Equatable>(_ value: Value) -> Bool { value == second as? Value }
      return (first as? any Equatable).map { equals($0) } ?? false
    default: return false
    }
  }
}

/// The conversions between a value and its string in a URL.
struct URLValueConversion<Value>: Sendable {
  let type: Any.Type
  var isOptional = false
  /// A function that passes on the value of a string, or returns false if the string represents none.
  ///
  /// It returns no value, because an optional of a generic type takes a lookup of the type at each call.
  let read: @Sendable (String, (Value) -> Void) -> Bool
  let write: @Sendable (Value) -> URLText

  static func reader(_ value: @escaping @Sendable (String) -> Value?)
    -> @Sendable (String, (Value) -> Void) -> Bool
  {
    { text, use in
      guard let value = value(text) else { return false }
      use(value)
      return true
    }
  }

  var optional: URLValueConversion<Value?> {
    let (read, write) = (read, write)
    // A string without a value is an error, and doesn't mean that the value is missing.
    return URLValueConversion<Value?>(
      type: type, isOptional: true, read: { text, use in read(text) { use($0) } },
      write: { $0.map(write) ?? .missing })
  }
}

extension URLValueConversion where Value: LosslessStringConvertible & SendableMetatype {
  static var lossless: Self {
    let read = reader { Value(reading: $0) }
    guard Value.self != String.self else {
      return Self(type: Value.self, read: read, write: { .written(knownType($0, as: String.self)) })
    }
    return Self(type: Value.self, read: read, write: { .written($0.description) })
  }
}

extension URLValueConversion where Value: RawRepresentable & SendableMetatype {
  /// Returns the conversions of a value by the ones of its raw value.
  static func raw(_ raw: URLValueConversion<Value.RawValue>) -> Self {
    Self(
      type: Value.self,
      read: { text, use in
        var isKnown = false
        return raw.read(text) { rawValue in
          guard let value = Value(rawValue: rawValue) else { return }
          isKnown = true
          use(value)
        } && isKnown
      },
      write: { raw.write($0.rawValue) })
  }
}
