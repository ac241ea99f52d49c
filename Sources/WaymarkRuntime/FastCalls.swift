import CWaymarkRuntime

/// Whether Waymark calls functions of any types as functions of ``InlineValue``, and stores values in existentials
/// itself.
///
/// Both rest on Swift's ABI: how a function in a generic wrapper takes and returns values, and which words an
/// existential has. Where they aren't used, ordinary generic functions and dynamic casts do the same, up to three times
/// as slowly.
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
      if let choice = waymark_variable("WAYMARK_FAST_CALLS") {
        return choice.pointee == UInt8(ascii: "1")
      }
    #endif
    #if canImport(Darwin)
      return false
    #else
      return true
    #endif
  }

  /// Returns whether fast calls pass, return, and convert some values as the compiler does.
  ///
  /// It takes 13,000 instructions, about 20 microseconds in a new process.
  static func check() -> Bool {
    let object = Probe(7)
    let value = Numbers(one: 1, two: 2, three: 3)
    guard
      returns(object, { $0 === object }), returns(value, { $0 == value }),
      returns(value as any Numbered, { $0.number == 6 }),
      returns(object as any Numbered, { $0.number == 7 }),
      returns(object as any Numbered & AnyObject, { $0 === object }),
      returns(Probe?.some(object), { $0 === object }), returns(Int?.none, { $0 == nil })
    else { return false }
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      guard passesAll(object, value) else { return false }
    } else {
      guard throwsErrors(object) else { return false }
    }
    return converts(object, value)
  }

  // MARK: - Functions

  private struct Function<Argument, Result>: Sendable {
    let call: @Sendable (Argument) throws -> Result
  }

  private static func returns<Value>(_ value: Value, _ isSame: (Value) -> Bool) -> Bool {
    let function = ErasedFunction(Function<Value, Value> { $0 })
    var argument = InlineValue()
    argument.initialize(to: value)
    let inline = function.function(ofInlineValues: Function<InlineValue, InlineValue>.self)
    guard var result = try? inline.call(argument) else { return false }
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
  private static func sums(
    _ a: Probe, _ b: Numbers, _ c: any Numbered, _ d: any Numbered & AnyObject, _ e: Probe?, _ f: Int?,
    _ g: UInt8, _ h: Numbers
  ) throws -> Numbers {
    guard let e, let f else { throw Failure(number: a.number) }
    return Numbers(
      one: a.number + b.number, two: c.number + d.number + e.number, three: f + Int(g) + h.three)
  }

  /// Returns whether a function of eight parameters receives them, and throws, if it's called with three more.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static func passesAll(_ object: Probe, _ value: Numbers) -> Bool {
    typealias Value = InlineValue
    typealias Wide = Pack<
      Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value
    >
    let function = pack(sums).function(ofInlineValues: Wide.self)
    var (a, b, c, d) = (Value(), Value(), Value(), Value())
    var (e, f, g, h) = (Value(), Value(), Value(), Value())
    a.initialize(to: object)
    b.initialize(to: value)
    c.initialize(to: value as any Numbered)
    d.initialize(to: object as any Numbered & AnyObject)
    e.initialize(to: Probe?.some(object))
    f.initialize(to: Int?.some(5))
    g.initialize(to: UInt8(6))
    h.initialize(to: value)
    defer {
      _ = a.take(as: Probe.self)
      _ = c.take(as: (any Numbered).self)
      _ = d.take(as: (any Numbered & AnyObject).self)
      _ = e.take(as: Probe?.self)
    }
    let none = Value()
    guard var result = try? function(a, b, c, d, e, f, g, h, none, none, none),
      result.take(as: Numbers.self) == Numbers(one: 13, two: 20, three: 14)
    else { return false }
    f.initialize(to: Int?.none)
    do {
      _ = try function(a, b, c, d, e, f, g, h, none, none, none)
      return false
    } catch {
      return (error as? Failure)?.number == 7
    }
  }

  // MARK: - Conversions

  private static func converts(_ object: Probe, _ value: Numbers) -> Bool {
    // The compiler's existentials have the witness tables, which a look-up would take longer to find.
    func conversion<Existential>(tableInWord index: Int, of existential: Existential) -> ExistentialConversion
    {
      withUnsafeBytes(of: existential) {
        ExistentialConversion(tables: $0.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self))
      }
    }
    let bound = conversion(tableInWord: 1, of: object as any Numbered & AnyObject)
    let opaque = conversion(tableInWord: 4, of: value as any Numbered)
    let ofObject = conversion(tableInWord: 4, of: object as any Numbered)
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
