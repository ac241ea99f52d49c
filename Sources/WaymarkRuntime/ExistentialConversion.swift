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
  /// There's no conversion where fast calls aren't used, to an existential with an Objective-C protocol, constrained
  /// associated types, or more than two protocols with witness tables, to `any Error` (which has another layout), or
  /// from a value that an existential can't store inline (more than three words, or with a weak reference). Use a
  /// dynamic cast in these cases.
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
    guard FastCalls.areUsed else { return nil }
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

  /// Creates a conversion for the check of fast calls, with the address of a witness table.
  init(tables address: UInt) {
    let table = UnsafeRawPointer(bitPattern: address) ?? Metadata(of: Any.self).address
    firstTable = table
    secondTable = table
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
    // Room for an existential with up to two witness tables.
    var words: (UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0)
    return withUnsafeMutablePointer(to: &words) { words in
      // SAFETY (`docs/ABI/TypeLayout.rst`, "Existential Container Layout"): an existential for objects only is the
      // reference, followed by the witness tables in the order of the protocols in its metadata, here one or two. Every
      // other one is a buffer of three words, the metadata of the value in it, and the tables, here none to two, so the
      // sizes tell them apart. `init` has verified that the buffer can contain the value in place. The metadata belongs
      // to the static type, even if an object has a subclass, as after a cast or a conversion of the compiler.
      if size < 4 * MemoryLayout<UInt>.size {
        words.pointee.1 = UInt(bitPattern: firstTable)
        words.pointee.2 = UInt(bitPattern: secondTable)
      } else {
        words.pointee.3 = unsafeBitCast(Value.self as Any.Type, to: UInt.self)
        words.pointee.4 = UInt(bitPattern: firstTable)
        words.pointee.5 = UInt(bitPattern: secondTable)
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
    let tables = (first: UInt(bitPattern: firstTable), second: UInt(bitPattern: secondTable))
    // `AnyObject`, and an existential with only a superclass, have no tables.
    guard type != requested, let existential = ExistentialMetadata(Metadata(of: requested)),
      !existential.isClassBound || existential.protocolCount > 0
    else { return Words(first: tables.first, second: tables.second, place: .none) }
    guard !existential.isClassBound else {
      return Words(first: tables.first, second: tables.second, place: .afterObject)
    }
    return Words(
      first: UInt(bitPattern: Metadata(of: type).address), second: tables.first, place: .afterBuffer)
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

extension ExistentialMetadata {
  /// Returns whether a value of this type can be stored inline, regardless of its conformances.
  fileprivate func hasRoom(for type: Metadata) -> Bool {
    switch type.kind {
    case .class: !isError
    case .struct, .enum: !isError && !isClassBound && type.isStoredInline
    // A cast may unwrap an optional, and always unwraps an existential.
    case .optional, .tuple, .function, .existential, .extendedExistential, .other: false
    }
  }
}
