import CWaymarkRuntime

/// The metadata record of a type, with the fields that Waymark reads.
///
/// Layouts: Swift's ABI, `docs/ABI/TypeMetadata.rst` and `include/swift/ABI/Metadata.h`.
package struct Metadata: Equatable {
  let address: UnsafeRawPointer

  package init(of type: Any.Type) {
    // SAFETY: a metatype value of type `Any.Type` is the address of the metadata, one word.
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  init(at address: UnsafeRawPointer) { self.address = address }

  /// Creates the record at an address, which is the bits of the `ObjectIdentifier` of a type.
  package init(word: UInt) {
    // SAFETY: an `ObjectIdentifier` of a type is the address of its metadata, which isn't null.
    address = UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
  }

  package var type: Any.Type {
    // SAFETY: `address` refers to a metadata record, from `init(of:)` or from the runtime.
    unsafeBitCast(address, to: Any.Type.self)
  }

  /// The kinds of type that Waymark distinguishes.
  package enum Kind: Equatable {
    case `class`
    case `struct`
    case `enum`
    case optional
    case tuple
    case function
    case existential
    case extendedExistential
    case other
  }

  /// The kind of the type (`include/swift/ABI/MetadataKind.def`).
  @inline(__always)
  package var kind: Kind {
    // SAFETY: the first word of every metadata record is its kind. For a class, it may be the address of the
    // Objective-C class object, which is above every number in use.
    let word = address.load(as: UInt.self)
    switch word {
    case 0, 0x800...: return .class
    case 0x203, 0x305: return .class  // foreign class, Objective-C class wrapper
    case 0x200: return .struct
    case 0x201: return .enum
    case 0x202: return .optional
    case 0x301: return .tuple
    case 0x302: return .function
    case 0x303: return .existential
    case 0x307: return .extendedExistential
    default: return .other
    }
  }

  /// Whether the type is that of values of any type with certain conformances, such as `any Sequence<Int>`.
  package var isExistential: Bool { kind == .existential || kind == .extendedExistential }

  /// Returns a generic argument of a struct or enum, which must have one at that index.
  package func valueArgument(_ index: Int) -> Metadata {
    // SAFETY: in the metadata of a generic value type, the arguments follow kind and descriptor, one word each, types
    // before everything else.
    let word = MemoryLayout<UInt>.size
    return Metadata(at: address.loadPointer(fromByteOffset: word * (2 + index)))
  }

  /// The types of a tuple's elements.
  var tupleElements: [Metadata] {
    // SAFETY: in the metadata of a tuple (TargetTupleTypeMetadata), the number of elements and the labels follow the
    // kind, one word each, and then two words for each element, its type and its offset.
    let word = MemoryLayout<UInt>.size
    return (0..<address.load(fromByteOffset: word, as: Int.self)).map { index in
      Metadata(at: address.load(fromByteOffset: word * (3 + 2 * index), as: UnsafeRawPointer.self))
    }
  }

  /// Whether the layout is TargetClassMetadata.
  ///
  /// Foreign classes, and Swift's wrappers of Objective-C classes, have other kinds and layouts.
  private var isClassObject: Bool {
    // SAFETY: as in `kind`.
    kind == .class && !(1..<0x800).contains(address.load(as: UInt.self))
  }

  var superclass: Metadata? {
    guard isClassObject else { return nil }
    // SAFETY: the second word of TargetClassMetadata is its superclass, null for a root class.
    return address.loadPointerIfPresent(fromByteOffset: MemoryLayout<UInt>.size).map { Metadata(at: $0) }
  }

  /// Returns the superclass of a class, or nil for a root class or for another type.
  package static func superclass(of type: Any.Type) -> Any.Type? { Metadata(of: type).superclass?.type }

  /// The descriptor of the nominal type: a Swift class, a struct, or an enum.
  var descriptor: NominalDescriptor? {
    switch kind {
    case .struct, .enum, .optional:
      // SAFETY: the second word of TargetValueMetadata is its descriptor.
      return NominalDescriptor(address: address.loadPointer(fromByteOffset: MemoryLayout<UInt>.size))
    case .class:
      guard isClassObject else { return nil }
      #if _runtime(_ObjC)
        // SAFETY: with the Objective-C runtime, three words (cache and data) precede the flags. The lowest bits of the
        // data word are set for a Swift class.
        guard address.load(fromByteOffset: 32, as: UInt.self) & 3 != 0 else { return nil }
        return address.loadPointerIfPresent(fromByteOffset: 64).map(NominalDescriptor.init)
      #else
        // SAFETY: kind, superclass, and 24 bytes of sizes and flags precede the descriptor.
        return address.loadPointerIfPresent(fromByteOffset: 40).map(NominalDescriptor.init)
      #endif
    default: return nil
    }
  }

  /// The identity of the nominal type of a struct, enum, or optional, regardless of its generic arguments.
  package var valueIdentity: UInt? { kind == .class ? nil : descriptor?.identity }

  /// Whether an existential stores a value of this type inline.
  ///
  /// The value must fit into three words, need no larger alignment, and support moves of its bits.
  var isStoredInline: Bool { valueFlags & 0x2_0000 == 0 }

  /// Whether moving the bits of a value of this type moves the value.
  var isBitwiseTakable: Bool { valueFlags & 0x10_0000 == 0 }

  /// The size of a value in bytes, without the padding behind it.
  var size: Int { valueWitnesses.load(fromByteOffset: 8 * MemoryLayout<UInt>.size, as: Int.self) }

  private var valueFlags: UInt32 {
    valueWitnesses.load(fromByteOffset: 10 * MemoryLayout<UInt>.size, as: UInt32.self)
  }

  private var valueWitnesses: UnsafeRawPointer {
    // SAFETY: the word before a metadata record is the address of the value witness table: eight functions, the size,
    // the stride, and 32 bits of flags. One flag is set if the value needs a box, another one if it can't be moved by
    // its bits (`TargetValueWitnessFlags` in `include/swift/ABI/MetadataValues.h`).
    address.loadPointer(fromByteOffset: -MemoryLayout<UInt>.size)
  }
}

/// Pointers in metadata and in the compiler's records, which are signed on arm64e.
///
/// Read the address behind a pointer with these functions, and don't compare pointers. A signature depends on the place
/// of the pointer, so two pointers to one descriptor have different signatures.
extension UnsafeRawPointer {
  // SAFETY of all: the caller proves, beside the call, that a pointer is there.

  /// Returns the address that the pointer at an offset contains.
  @inline(__always)
  func loadPointer(fromByteOffset offset: Int = 0) -> UnsafeRawPointer {
    waymark_strip(load(fromByteOffset: offset, as: UnsafeRawPointer.self))
  }

  /// Returns the address that the pointer at an offset contains, or nil if it's null.
  @inline(__always)
  func loadPointerIfPresent(fromByteOffset offset: Int = 0) -> UnsafeRawPointer? {
    load(fromByteOffset: offset, as: UnsafeRawPointer?.self).map { waymark_strip($0) }
  }

  /// Returns the target of the relative pointer of 32 bits at an offset, or nil if it's null.
  @inline(__always)
  func relativeTarget(fromByteOffset offset: Int) -> UnsafeRawPointer? {
    let distance = Int(load(fromByteOffset: offset, as: Int32.self))
    return distance == 0 ? nil : self + offset + distance
  }

  /// Returns the null-terminated string at the target of a relative pointer, or nil if the pointer is null.
  func relativeText(fromByteOffset offset: Int) -> String? {
    relativeTarget(fromByteOffset: offset).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
  }
}

/// The identity of objects in values with types known only at run time.
///
/// `as AnyObject` also finds the object, but searches for conformances first: 60 to 128 microseconds for the first
/// value of a type in a program with 37,000 conformance records.
@usableFromInline
package enum ObjectIdentity {
  /// Returns the address of the object that a value refers to, or nil for no object or for an `any Error`.
  ///
  /// - Parameter value: A value of any type, including generic and existential ones.
  package static func address<Value>(of value: borrowing Value) -> UInt? {
    withUnsafeBytes(of: value) { address(in: $0, of: Metadata(of: Value.self)) }
  }

  /// Returns whether two values refer to the same object.
  @usableFromInline
  package static func isSame<First, Second>(_ first: borrowing First, _ second: borrowing Second) -> Bool {
    guard let address = address(of: first) else { return false }
    return address == self.address(of: second)
  }

  /// Returns the address of the object that a stored value of a type refers to, without a generic type.
  package static func address(in value: InlineValue, of type: Any.Type) -> UInt? {
    // The value is inline, because it was stored as one that moves with its bits.
    withUnsafeBytes(of: value.words) { address(in: $0, of: Metadata(of: type)) }
  }

  /// Returns the address of the object to which the bytes of a value refer (`docs/ABI/TypeLayout.rst`).
  private static func address(in value: UnsafeRawBufferPointer, of type: Metadata) -> UInt? {
    switch type.kind {
    case .class: break
    case .existential:
      guard let existential = ExistentialMetadata(type), !existential.isError,
        existential.isClassBound || isObject(inBuffer: value)
      else { return nil }
    case .extendedExistential:
      guard let existential = ExtendedExistentialMetadata(type),
        existential.isClassBound || isObject(inBuffer: value)
      else { return nil }
    case .struct, .enum, .optional, .tuple, .function, .other: return nil
    }
    // SAFETY: the first word is a reference, which is an address.
    return value.load(as: UInt.self)
  }

  private static func isObject(inBuffer existential: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: the fourth word of the layout is the metadata of the stored value. If the value is an object, the first
    // word is the reference.
    let metadata = existential.load(
      fromByteOffset: 3 * MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
    return metadata.map { Metadata(at: $0).kind == .class } ?? false
  }
}

/// Names of types, from the runtime's own demangler.
///
/// `String(describing:)` and `String(reflecting:)` give the same names, but first ask whether a metatype conforms to
/// each of four protocols about strings. For the first name of a type, each query scans all conformance records of
/// the program, which takes 0.3 milliseconds for 35,000 records.
package enum TypeNames {
  /// Returns the name without modules, as source code writes it.
  ///
  /// The runtime's name of a protocol with associated types, `any Clock<Self.Clock.Duration == Duration>`, names each
  /// of them at the end of the composition. Source code has the types after their protocol.
  package static func short(_ type: Any.Type) -> String {
    var name = _typeName(type, qualified: false)
    // The last list contains no other one.
    while let start = name.ranges(of: "<Self.").last?.lowerBound {
      let (constraints, end) = list(after: start, in: name)
      let head = name[..<start].ranges(of: "any ").last?.upperBound ?? name.startIndex
      var protocols = name[head..<start].split(separator: " & ").map { (name: $0, arguments: [Substring]()) }
      for constraint in constraints {
        // Self.Clock.Duration == Duration
        let declaring = constraint.split(separator: ".", maxSplits: 2).dropFirst().first
        let argument = constraint.firstRange(of: " == ").map { constraint[$0.upperBound...] } ?? constraint
        let place = protocols.firstIndex { $0.name == declaring } ?? protocols.endIndex - 1
        protocols[place].arguments.append(argument)
      }
      let composition = protocols.map { name, arguments in
        arguments.isEmpty ? String(name) : "\(name)<\(arguments.joined(separator: ", "))>"
      }
      name.replaceSubrange(head..<end, with: composition.joined(separator: " & "))
    }
    return name
  }

  /// Returns the parts of a list in angle brackets, and the end of the list.
  private static func list(after start: String.Index, in name: String) -> ([Substring], end: String.Index) {
    var parts: [Substring] = []
    var (depth, next, last) = (0, name.index(after: start), Character("<"))
    for index in name[next...].indices {
      let character = name[index]
      switch character {
      case "<", "(", "[": depth += 1
      case ">" where last == "-": break
      case ">" where depth == 0: return (parts + [name[next..<index]], name.index(after: index))
      case ">", ")", "]": depth -= 1
      case "," where depth == 0:
        parts.append(name[next..<index])
        next = name.index(index, offsetBy: 2)
      default: break
      }
      last = character
    }
    return (parts + [name[next...]], name.endIndex)
  }

  /// Returns the name with its modules, as `String(reflecting:)` gives it.
  package static func qualified(_ type: Any.Type) -> String { _typeName(type, qualified: true) }
}
