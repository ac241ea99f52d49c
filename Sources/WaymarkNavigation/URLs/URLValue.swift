public import WaymarkCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value with a string in URLs other than its description, such as a `UUID`, a `Date`, and a `Decimal`.
///
///     let day = Date(urlText: "2026-11-27")
///     print(day?.urlText ?? "")  // 2026-11-27T00:00:00Z
///
/// A type with a raw value of such a type works in a ``URLTemplate``, too. A `LosslessStringConvertible` type works as
/// it is.
public protocol URLValue: SendableMetatype {
  /// Creates the value of a string, or nil if the string represents none.
  ///
  /// - Parameter urlText: The decoded string.
  init?(urlText: String)

  /// The string that represents the value, or nil if none does.
  var urlText: String? { get }
}

extension UUID: URLValue {
  /// Creates an identifier from its hexadecimal digits, in groups and in any case.
  public init?(urlText: String) { self.init(uuidString: urlText) }

  /// The hexadecimal digits in groups: `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  public var urlText: String? { uuidString }
}

extension Decimal: URLValue {
  /// Creates a number from its decimal digits, as in `-12.50` and `1e3`.
  public init?(urlText: String) {
    // Foundation also reads a number in front of other characters.
    guard urlText.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { return nil }
    self.init(string: urlText)
  }

  /// The decimal digits, or nil if the value isn't a number.
  public var urlText: String? { isNaN ? nil : description }
}

extension URLParameters {
  /// Returns the value of a parameter, converted from its string.
  ///
  ///     let note = try parameters.value("note", as: UUID.self)
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - type: The type, such as `UUID.self`.
  /// - Returns: The value.
  /// - Throws: `missingParameter`, or `invalidParameter` with the pattern, the parameter, the string, and the type.
  public func value<Value: URLValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RouteError) -> Value {
    guard let value = try valueIfPresent(name, as: type) else { throw missing(name) }
    return value
  }

  /// Returns the value of a parameter, converted from its string, or nil if there's none.
  ///
  ///     let day = try parameters.valueIfPresent("day", as: Date.self) ?? .now
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - type: The type, such as `Date.self`.
  /// - Returns: The value, or nil if the URL has no such parameter.
  /// - Throws: `invalidParameter` with the pattern, the parameter, the string, and the type.
  public func valueIfPresent<Value: URLValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RouteError) -> Value? {
    guard let text = try string(name) else { return nil }
    guard let value = Value(urlText: text) else { throw invalid(name, text, as: type) }
    return value
  }
}
