import CWaymarkRuntime

/// Whether Waymark calls functions of any types as functions of ``InlineValue``, and stores values in existentials itself.
///
/// Both rest on Swift's ABI: how a function in a generic wrapper takes and returns values, and which words an existential
/// has. Where they aren't used, ordinary generic functions and dynamic casts do the same, up to three times as slowly.
///
/// The trait `Portable` of the package chooses the ordinary way. So do Apple's platforms, until the tests have passed
/// there with fast calls, and any process in which ``check()`` finds another ABI.
package enum FastCalls {
  #if Portable
    /// Whether fast calls are used.
    package static var areUsed: Bool { false }
  #else
    /// Whether fast calls are used, which the first use in a process decides.
    package static let areUsed = isTrusted && check()
  #endif

  /// Whether the tests have passed on this system with fast calls.
  ///
  /// In a debug build, the variable `WAYMARK_FAST_CALLS` decides, so that CI runs the tests with 0 and with 1.
  private static var isTrusted: Bool {
    #if DEBUG
      if let choice = waymark_variable("WAYMARK_FAST_CALLS") { return choice.pointee == UInt8(ascii: "1") }
    #endif
    #if canImport(Darwin)
      return false
    #else
      return true
    #endif
  }

  /// Returns whether fast calls pass, return, and convert some values as the compiler does.
  ///
  /// It takes about 10 microseconds.
  static func check() -> Bool {
    let object = Probe(7)
    let value = Numbers(one: 1, two: 2, three: 3)
    guard
      returns(object, { $0 === object }), returns(value, { $0 == value }),
      returns(value as any Numbered, { $0.number == 6 }), returns(object as any Numbered, { $0.number == 7 }),
      returns(object as any Numbered & AnyObject, { $0 === object }),
      returns(Probe?.some(object), { $0 === object }), returns(Int?.none, { $0 == nil }), throwsErrors(object)
    else { return false }
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      guard passesAll(object, value) else { return false }
    }
    return converts(object, value)
  }

  // MARK: - Functions

  private struct Function<Argument, Result>: Sendable { let call: @Sendable (Argument) throws -> Result }

  private static func returns<Value>(_ value: Value, _ isSame: (Value) -> Bool) -> Bool {
    let function = ErasedFunction(Function<Value, Value> { $0 })
    var (argument, result) = (InlineValue(), InlineValue())
    argument.initialize(to: value)
    do {
      result = try function.function(ofInlineValues: Function<InlineValue, InlineValue>.self).call(argument)
    } catch {
      return false
    }
    return isSame(argument.take(as: Value.self)) && isSame(result.take(as: Value.self))
  }

  private static func throwsErrors(_ object: Probe) -> Bool {
    let function = ErasedFunction(Function<Probe, Numbers> { throw Failure(number: $0.number) })
    var argument = InlineValue()
    argument.initialize(to: object)
    defer { _ = argument.take(as: Probe.self) }
    do {
      _ = try function.function(ofInlineValues: Function<InlineValue, InlineValue>.self).call(argument)
      return false
    } catch {
      return (error as? Failure)?.number == 7
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private struct Pack<Result, First, each Argument>: Sendable {
    let call: @Sendable (First, repeat each Argument) throws -> Result

    func callAsFunction(_ first: First, _ others: repeat each Argument) throws -> Result {
      try call(first, repeat each others)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static func pack<Result, First, each Argument>(
    _ call: @escaping @Sendable (First, repeat each Argument) throws -> Result
  ) -> ErasedFunction { ErasedFunction(Pack(call: call)) }

  @Sendable
  private static func numbers(
    _ a: Probe, _ b: Numbers, _ c: any Numbered, _ d: any Numbered & AnyObject, _ e: Probe?, _ f: Int?,
    _ g: UInt8, _ h: String
  ) -> [Int] {
    [a.number, b.number, c.number, d.number, e?.number ?? 0, f ?? 0, Int(g), h.utf8.count]
  }

  /// Returns whether a function of eight parameters receives them, and whether it can be called with three more.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static func passesAll(_ object: Probe, _ value: Numbers) -> Bool {
    let function = pack(numbers)
    typealias Value = InlineValue
    typealias Wide = Pack<Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value>
    var values = [Value](repeating: Value(), count: 8)
    values[0].initialize(to: object)
    values[1].initialize(to: value)
    values[2].initialize(to: value as any Numbered)
    values[3].initialize(to: object as any Numbered & AnyObject)
    values[4].initialize(to: Probe?.some(object))
    values[5].initialize(to: Int?.some(5))
    values[6].initialize(to: UInt8(6))
    values[7].initialize(to: "a text of more than fifteen bytes")
    defer {
      _ = values[0].take(as: Probe.self)
      _ = values[1].take(as: Numbers.self)
      _ = values[2].take(as: (any Numbered).self)
      _ = values[3].take(as: (any Numbered & AnyObject).self)
      _ = values[4].take(as: Probe?.self)
      _ = values[5].take(as: Int?.self)
      _ = values[6].take(as: UInt8.self)
      _ = values[7].take(as: String.self)
    }
    let none = Value()
    do {
      var result = try function.function(ofInlineValues: Wide.self)(
        values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], none, none,
        none)
      return result.take(as: [Int].self) == [7, 6, 6, 7, 7, 5, 6, 33]
    } catch {
      return false
    }
  }

  // MARK: - Conversions

  private static func converts(_ object: Probe, _ value: Numbers) -> Bool {
    // The compiler's existentials have the witness tables, which a look-up would take longer to find.
    func words<Existential>(_ existential: Existential) -> ExistentialWords {
      var words = ExistentialWords()
      withUnsafeBytes(of: existential) { bytes in
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
      }
      return words
    }
    let bound = ExistentialConversion(tables: words(object as any Numbered & AnyObject).second)
    let opaque = ExistentialConversion(tables: words(value as any Numbered).fifth)
    let ofObject = ExistentialConversion(tables: words(object as any Numbered).fifth)
    return bound.convert(object, to: (any Numbered & AnyObject).self).number == 7
      && opaque.convert(value, to: (any Numbered).self).number == 6
      && ofObject.convert(object, to: (any Numbered).self).number == 7
  }

  // MARK: - Values

  private protocol Numbered { var number: Int { get } }

  private final class Probe: Numbered, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  private struct Numbers: Numbered, Equatable, Sendable {
    let one: Int
    let two: Int
    let three: Int
    var number: Int { one + two + three }
  }

  private struct Failure: Error { let number: Int }
}
