import CWaymarkRuntime

/// A conversion of values of one type to an existential type or a superclass that all of them conform to.
///
/// A dynamic cast does the same, but first searches for the conformance: the first cast of each pair of types scans all
/// conformance records of the program, which takes 60 microseconds for 37,000 records. A conversion finds the witness
/// tables once, at its creation, and then only stores each value beside them.
///
/// Its size is two words, even as an optional.
public struct ExistentialConversion: Sendable {
  // SAFETY (`nonisolated(unsafe)`): addresses of witness tables, which never change and are never freed once they're
  // known. In place of missing tables, they're the address of the existential's metadata, which is just as constant,
  // and is never read here.
  @usableFromInline nonisolated(unsafe) let firstTable: UnsafeRawPointer
  @usableFromInline nonisolated(unsafe) let secondTable: UnsafeRawPointer

  /// Creates a conversion if the static types determine how to convert.
  ///
  /// There's no conversion to an existential with an Objective-C protocol, constrained associated types, or more than
  /// two protocols with witness tables, to `any Error` (which has another layout), or from a value that an existential
  /// can't store inline (more than three words, or with a weak reference). Use a dynamic cast in these cases.
  ///
  /// - Parameters:
  ///   - type: The type of the values: a class, an actor, a struct, or an enum.
  ///   - requested: The same type, a superclass, or an existential.
  ///   - isOnMainActor: Whether only the main actor uses the results, so a conformance may be isolated to it.
  ///   - index: The conformances of the program. The runtime answers for types that aren't in it, or without it.
  package init?(
    from type: Any.Type, to requested: Any.Type, isOnMainActor: Bool = false,
    using index: ConformanceIndex? = nil
  ) {
    let (source, target) = (Metadata(of: type), Metadata(of: requested))
    // No array, because tests override routes for each case.
    var tables: (first: UnsafeRawPointer?, second: UnsafeRawPointer?)
    if source != target {
      switch target.kind {
      case .class: guard source.kind == .class, Conformance.isSubtype(type, of: requested) else { return nil }
      case .existential:
        guard let existential = ExistentialMetadata(target), existential.hasRoom(for: source),
          existential.superclass.map({ Conformance.isSubtype(type, of: $0) }) ?? true,
          existential.protocolCount <= 2
        else { return nil }
        for position in 0..<existential.protocolCount {
          guard let descriptor = existential.protocolDescriptor(at: position),
            let found = descriptor.conformance(of: source, using: index),
            found.isolation == nil || isOnMainActor && found.isolation == MainActor.self
          else { return nil }
          if position == 0 { tables.first = found.table } else { tables.second = found.table }
        }
      default: return nil
      }
    }
    firstTable = tables.first ?? target.address
    secondTable = tables.second ?? target.address
  }

  /// Returns a value as the requested type.
  ///
  /// - Parameters:
  ///   - value: The value, which moves into the result.
  ///   - requested: The type of the result. The caller proves, beside the call, that the conversion was created from
  ///     `Value` to `Requested`, and that it's on the main actor if the conversion is for the main actor.
  @inlinable
  @inline(__always)
  public func convert<Value, Requested>(_ value: __owned Value, to requested: Requested.Type) -> Requested {
    let size = MemoryLayout<Requested>.size
    // SAFETY: the types are the same, or the value is a reference to an object, for use as a superclass or as
    // `AnyObject`. An existential with tables or metadata is larger than every value that converts to it.
    if MemoryLayout<Value>.size == size { return unsafeBitCast(value, to: Requested.self) }
    var words = ExistentialWords()
    return withUnsafeMutablePointer(to: &words) { words in
      // SAFETY (`docs/ABI/TypeLayout.rst`, "Existential Container Layout"): an existential for objects only is the
      // reference, followed by the witness tables in the order of the protocols in its metadata, here one or two. Every
      // other one is a buffer of three words, the metadata of the value in it, and the tables, here none to two, so the
      // sizes tell them apart. `init` has verified that the buffer can contain the value in place. The metadata belongs
      // to the static type, even if an object has a subclass, as after a cast or a conversion of the compiler.
      if size < 4 * MemoryLayout<UInt>.size {
        words.pointee.second = UInt(bitPattern: firstTable)
        words.pointee.third = UInt(bitPattern: secondTable)
      } else {
        words.pointee.fourth = unsafeBitCast(Value.self as Any.Type, to: UInt.self)
        words.pointee.fifth = UInt(bitPattern: firstTable)
        words.pointee.sixth = UInt(bitPattern: secondTable)
      }
      let memory = UnsafeMutableRawPointer(words)
      memory.initializeMemory(as: Value.self, to: value)
      return memory.bindMemory(to: Requested.self, capacity: 1).move()
    }
  }
}

extension ExistentialConversion {
  /// The words that complete an existential around a value, which are the same for all values of a type.
  package struct Words: Sendable {
    package enum Place: Sendable {
      /// No words: the value has the same type, or it's an object as a superclass or `AnyObject`.
      case none
      /// The witness tables after the reference, in an existential for objects only.
      case afterObject
      /// The metadata of the value and the witness table, after the buffer of three words of any other existential.
      case afterBuffer
    }

    /// The words after the value: the witness tables, or the metadata and the witness table.
    fileprivate let first: UInt
    fileprivate let second: UInt
    package let place: Place
  }

  /// Returns the words that complete a requested type around a value, or nil if an `InlineValue` can't store both
  /// inline.
  package func words(around type: Any.Type, as requested: Any.Type) -> Words? {
    guard InlineValue.canMove(type), InlineValue.canMove(requested) else { return nil }
    let place: Words.Place
    switch ExistentialMetadata(Metadata(of: requested)) {
    case nil: place = .none
    case let existential?:
      let isValue = type == requested || existential.isClassBound && existential.isWithoutProtocols
      place = isValue ? .none : existential.isClassBound ? .afterObject : .afterBuffer
    }
    let table = UInt(bitPattern: firstTable)
    guard place == .afterBuffer else {
      return Words(first: table, second: UInt(bitPattern: secondTable), place: place)
    }
    // SAFETY: a metatype is the address of its metadata.
    return Words(first: unsafeBitCast(type, to: UInt.self), second: table, place: place)
  }
}

extension InlineValue {
  /// Makes the stored value the requested type of a conversion.
  ///
  /// - Parameter words: The words for this value's type and the requested one, which the caller proves beside the call.
  @inline(__always)
  package mutating func complete(_ words: ExistentialConversion.Words) {
    // SAFETY: `ExistentialConversion.convert(_:to:)` describes the layouts. The value is in the first words, and
    // `words(around:as:)` has checked that it leaves room for the others.
    switch words.place {
    case .none: break
    case .afterObject: (self.words.1, self.words.2) = (words.first, words.second)
    case .afterBuffer: (self.words.3, self.words.4) = (words.first, words.second)
    }
  }

  /// Makes the stored object an existential for objects only.
  ///
  /// - Parameter conversion: The conversion of this object's class to the requested type, with words that belong after
  ///   the object, which the caller proves beside the call.
  @inline(__always)
  package mutating func complete(_ conversion: ExistentialConversion) {
    // SAFETY: as above.
    words.1 = UInt(bitPattern: conversion.firstTable)
    words.2 = UInt(bitPattern: conversion.secondTable)
  }
}

/// Memory for an existential with up to two witness tables.
@usableFromInline
struct ExistentialWords {
  @usableFromInline var first: UInt = 0
  @usableFromInline var second: UInt = 0
  @usableFromInline var third: UInt = 0
  @usableFromInline var fourth: UInt = 0
  @usableFromInline var fifth: UInt = 0
  @usableFromInline var sixth: UInt = 0

  @inlinable
  @inline(__always)
  init() {}
}

extension ExistentialMetadata {
  /// Returns whether a value of this type can be stored inline, regardless of its conformances.
  fileprivate func hasRoom(for type: Metadata) -> Bool {
    switch type.kind {
    case .class: !isError
    case .struct, .enum: !isError && !isClassBound && type.isStoredInline
    // A cast may unwrap an optional, and always unwraps an existential.
    case .optional, .function, .existential, .extendedExistential, .other: false
    }
  }
}

/// The metadata of `any P`, of a composition, of `Any`, or of `AnyObject`.
///
/// Its layout is TargetExistentialTypeMetadata in `include/swift/ABI/Metadata.h`.
struct ExistentialMetadata {
  let metadata: Metadata

  init?(_ metadata: Metadata) {
    guard metadata.kind == .existential else { return nil }
    self.metadata = metadata
  }

  // SAFETY of all loads: after the kind word come 32 bits of flags, a 32-bit count of protocols, the superclass, if a
  // flag is set, and a word for each protocol.
  private var flags: UInt32 { metadata.address.load(fromByteOffset: 8, as: UInt32.self) }
  fileprivate var protocolCount: Int { Int(metadata.address.load(fromByteOffset: 12, as: UInt32.self)) }
  private var hasSuperclass: Bool { flags & 0x4000_0000 != 0 }

  /// Whether the existential can store only objects.
  var isClassBound: Bool { flags & 0x8000_0000 == 0 }

  /// Whether an `InlineValue` has room for the words of the object, or of a buffer and its metadata, and of the tables.
  var fitsInline: Bool { (isClassBound ? 1 : 4) + protocolCount <= 5 }

  /// Whether the existential is `AnyObject`, or only has a superclass.
  var isWithoutProtocols: Bool { protocolCount == 0 }

  /// Whether this is `any Error`, a reference to a box.
  var isError: Bool { flags >> 24 & 0x3F == 1 }

  /// The class of a composition such as `Screen & EditorInput`.
  var superclass: Any.Type? {
    guard hasSuperclass else { return nil }
    return Metadata(at: metadata.address.loadPointer(fromByteOffset: 16)).type
  }

  /// The protocols, without inherited ones, or nil if one of them isn't a Swift protocol.
  var protocols: [ProtocolDescriptor]? {
    var result: [ProtocolDescriptor] = []
    for index in 0..<protocolCount {
      guard let descriptor = protocolDescriptor(at: index) else { return nil }
      result.append(descriptor)
    }
    return result
  }

  /// Returns one of the protocols, or nil if it isn't a Swift protocol.
  fileprivate func protocolDescriptor(at index: Int) -> ProtocolDescriptor? {
    let first = hasSuperclass ? 24 : 16
    // The lowest bit marks an Objective-C protocol on Apple platforms.
    guard let address = metadata.address.loadPointerIfPresent(fromByteOffset: first + 8 * index),
      UInt(bitPattern: address) & 1 == 0
    else { return nil }
    return ProtocolDescriptor(address: address)
  }

  /// The type `any P.Type` for this `any P`.
  var metatype: Any.Type {
    Metadata(at: swift_getExistentialMetatypeMetadata(metadata.address)).type
  }
}

/// The metadata of an existential with constrained associated types, such as `any Sequence<Int>`.
///
/// Its layout is TargetExtendedExistentialTypeMetadata and …Shape in `include/swift/ABI/Metadata.h`. The shape contains
/// a generic signature: the constrained associated types are its parameters, the value's own type is one more, and the
/// requirements connect them. The metadata adds the arguments for the parameters.
struct ExtendedExistentialMetadata {
  let metadata: Metadata

  init?(_ metadata: Metadata) {
    // SAFETY: the second word is the shape. Its lowest byte is 0 for a plain existential or 1 for a class-bound one.
    // Other numbers are metatypes and explicit layouts, which this type doesn't read.
    guard metadata.kind == .extendedExistential else { return nil }
    self.metadata = metadata
    guard flags & 0xFF <= 1, flags & Flag.typePacks == 0 else { return nil }
  }

  private enum Flag {
    static let generalizationSignature: UInt32 = 0x100
    static let typeExpression: UInt32 = 0x200
    static let suggestedWitnesses: UInt32 = 0x400
    static let implicitRequirementParameters: UInt32 = 0x800
    static let implicitGeneralizationParameters: UInt32 = 0x1000
    static let typePacks: UInt32 = 0x2000
  }

  private var shape: UnsafeRawPointer { metadata.address.loadPointer(fromByteOffset: 8) }
  private var flags: UInt32 { shape.load(as: UInt32.self) }

  /// Whether the existential can store only objects.
  var isClassBound: Bool { flags & 0xFF == 1 }

  /// The requirements of the signature.
  var requirements: [GenericRequirement] {
    let parameterCount = Int(shape.load(fromByteOffset: 8, as: UInt16.self))
    let requirementCount = Int(shape.load(fromByteOffset: 10, as: UInt16.self))
    var offset = 16
    var generalizedCount = 0
    if flags & Flag.typeExpression != 0 { offset += 4 }
    if flags & Flag.suggestedWitnesses != 0 { offset += 4 }
    if flags & Flag.generalizationSignature != 0 {
      generalizedCount = Int(shape.load(fromByteOffset: offset, as: UInt16.self))
      offset += 8
    }
    if flags & Flag.implicitRequirementParameters == 0 { offset += parameterCount }
    if flags & Flag.implicitGeneralizationParameters == 0 { offset += generalizedCount }
    offset = (offset + 3) & ~3
    return (0..<requirementCount).map { GenericRequirement(address: shape + offset + 12 * $0) }
  }

  /// Returns the argument for the parameter with a mangled name.
  ///
  /// The name "x" is the first parameter, "q_" the second, "q0_" the third (`docs/ABI/Mangling.rst`, dependent types).
  func argument(for parameter: String) -> Any.Type? {
    let index: Int
    switch parameter {
    case "x": index = 0
    case "q_": index = 1
    default:
      guard parameter.hasPrefix("q"), parameter.hasSuffix("_"),
        let number = Int(parameter.dropFirst().dropLast())
      else { return nil }
      index = number + 2
    }
    // SAFETY: the arguments follow the shape, one word each, types first. The name comes from a requirement about such
    // a parameter.
    return Metadata(at: metadata.address.loadPointer(fromByteOffset: 16 + 8 * index)).type
  }
}
