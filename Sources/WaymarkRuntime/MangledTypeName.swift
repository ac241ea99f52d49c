import CWaymarkRuntime

/// The mangled name of a type in a compiler's record, which ends with a zero byte (`docs/ABI/Mangling.rst`).
struct MangledTypeName {
  let address: UnsafeRawPointer

  // SAFETY of all loads: the compiler wrote the name into a loaded image. Nothing reads past the zero byte: each
  // function reads the next byte only if the current one isn't zero, and a reference always follows a control
  // character.

  /// The information that the name alone gives about the type, without asking the runtime.
  enum Meaning {
    /// A struct, with its generic arguments if it has any.
    case structure(NominalDescriptor)
    /// An enum, or a tuple or Optional with a reference in its name, perhaps with structs among its parts.
    case parts
    /// None of these, or a standard library type that stores no struct of another module.
    case other
    /// Possibly a struct, depending on the resolved type.
    case unknown
  }

  /// The meaning of the name, determined from its first and last characters.
  ///
  /// Operators follow their operands. So the last character is the operator that forms the type, and a name that ends
  /// with the generic arguments of a type begins with the name of that type.
  var meaning: Meaning {
    var start = address
    while start.byte == 0xFF { start += 1 }  // padding in front of a reference
    switch start.byte {
    case 0x01, 0x02: return Self.meaning(ofReferenceAt: start)
    case "S": return Self.meaning(ofStandardNameAt: start)
    case "B": return Self.isBuiltin(start) ? .other : Ending(after: start).meaning
    case "x", "q":
      // An Optional of a generic parameter, or a tuple that begins with one.
      let ending = Ending(after: start)
      return ending.isOfParts ? .unknown : ending.meaning
    default: return Ending(after: start).meaning
    }
  }

  /// Returns the meaning of a name that begins with a reference to the descriptor of a type or protocol.
  private static func meaning(ofReferenceAt start: UnsafeRawPointer) -> Meaning {
    let (context, rest) = (start.referenced, start.afterCharacter)
    let ending = Ending(after: rest)
    guard rest.byte == 0 || rest.byte == "y" && ending.last == "G" else {
      return ending.isOfParts ? .parts : ending.meaning
    }
    switch ContextDescriptor(address: context).kind {
    case .class: return .other
    case .enum: return .parts
    case .struct: return .structure(NominalDescriptor(address: context))
    case .module, .anonymous, .other: return .unknown
    }
  }

  /// Returns whether a closure returns true for the descriptor of a struct or an enum that the name refers to.
  func refers(to isWanted: (_ type: NominalDescriptor, _ isEnum: Bool) -> Bool) -> Bool {
    var next = address
    while next.byte != 0 {
      if next.byte == 0x01 || next.byte == 0x02 {
        let context = next.referenced
        let kind = ContextDescriptor(address: context).kind
        if kind == .struct || kind == .enum, isWanted(NominalDescriptor(address: context), kind == .enum) {
          return true
        }
      }
      next = next.afterCharacter
    }
    return false
  }

  /// Returns the meaning of a name that begins with the short name of a standard library type.
  private static func meaning(ofStandardNameAt start: UnsafeRawPointer) -> Meaning {
    var letter = start + 1
    let isOfConcurrency = letter.byte == "c"
    if isOfConcurrency { letter += 1 }
    guard letter.byte.isLetter else { return Ending(after: start).meaning }
    let rest = letter + 1
    if rest.byte == 0 { return .other }  // not generic
    let ending = Ending(after: rest)
    guard rest.byte == "y", ending.last == "G" else { return ending.isOfParts ? .parts : ending.meaning }
    if isOfConcurrency { return .other }  // tasks, continuations, and streams: references
    switch letter.byte {
    case "a", "D", "h", "A", "P", "p", "R", "r", "q": return .other  // collections, pointers, Optional
    default: return .unknown  // a Range stores values of its argument
    }
  }

  /// Returns whether the name is a builtin type's: a letter, and the width in bits or the number of elements.
  private static func isBuiltin(_ start: UnsafeRawPointer) -> Bool {
    var next = start
    while next.byte == "B", (next + 1).byte.isLetter {
      next += 2
      while next.byte.isDigit || next.byte == "_" { next += 1 }
    }
    return next.byte == 0
  }

  /// The name without its references.
  var text: String {
    var characters: [UInt8] = []
    var next = address
    while next.byte != 0 {
      if next.byte >= 0x20 { characters.append(next.byte) }
      next = next.afterCharacter
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Whether the name is of a weak or unowned reference.
  var isWeak: Bool {
    let ending = Ending(after: address)
    return ending.previous == "X" && (ending.last == "w" || ending.last == "o" || ending.last == "u")
  }

  /// Returns the type that the runtime finds for the name.
  ///
  /// - Parameters:
  ///   - descriptor: The type of the record with the name, or nil for a name without generic parameters.
  ///   - arguments: The generic arguments of that type.
  /// - Returns: The type, or nil if the runtime can't find it, or would need missing arguments.
  func resolve(in descriptor: NominalDescriptor? = nil, arguments: UnsafeRawPointer? = nil) -> Metadata? {
    guard arguments != nil || !(descriptor?.isGeneric ?? false) else { return nil }
    // SAFETY: the name comes from the record of the type that `descriptor` describes. `arguments` are from the metadata
    // of such a type, one word each, and the runtime reads them by the descriptor's signature.
    let found = swift_getTypeByMangledNameInContext(
      address.assumingMemoryBound(to: CChar.self), Ending(after: address).end - address, descriptor?.address,
      arguments?.assumingMemoryBound(to: UnsafeRawPointer?.self))
    return found.map { Metadata(at: $0) }
  }
}

/// The last two characters of a mangled name, and the information that determines their meaning.
private struct Ending {
  private(set) var previous: UInt8 = 0
  private(set) var last: UInt8 = 0
  /// Whether the type expands an argument pack.
  private(set) var expandsPack = false
  /// The address of the zero byte.
  private(set) var end: UnsafeRawPointer

  init(after start: UnsafeRawPointer) {
    end = start
    while end.byte != 0 {
      (previous, last) = (last, end.byte)
      if previous == "Q", last == "p" { expandsPack = true }
      end = end.afterCharacter
    }
  }

  /// Whether the type is a tuple without a pack, or an Optional.
  var isOfParts: Bool {
    switch (previous, last) {
    case ("Q", _): false
    case (_, "t"): !expandsPack
    case ("S", "g"): true
    default: false
    }
  }

  /// The meaning of a name that depends on its ending alone.
  var meaning: MangledTypeName.Meaning {
    switch (previous, last) {
    case ("Q", _): .unknown  // depends on a generic parameter, or opaque
    case (_, "c"), ("X", "C"), ("X", "B"): .other  // functions
    case (_, "t"): expandsPack ? .unknown : .other  // a tuple; of a pack with one type, that type itself
    case (_, "m"), ("S", "g"): .other  // a metatype, an Optional
    case ("_", "p"), ("y", "p"), ("X", "p"), ("X", "l"), ("X", "j"), ("X", "P"): .other  // existential types
    case ("X", "w"), ("X", "o"), ("X", "u"): .other  // weak and unowned references
    case (_, "C"), (_, "O"): .other  // a class, an enum
    default: .unknown
    }
  }
}

extension UnsafeRawPointer {
  fileprivate var byte: UInt8 { load(as: UInt8.self) }

  /// The address behind this character, and behind the reference that follows a control character.
  fileprivate var afterCharacter: UnsafeRawPointer {
    switch byte {
    case 0..<0x18: self + 5
    case 0x18..<0x20: self + 9
    default: self + 1
    }
  }

  /// The address of the descriptor to which the character 0x01 or 0x02 refers.
  fileprivate var referenced: UnsafeRawPointer {
    let target = self + 1 + Int((self + 1).loadUnaligned(as: Int32.self))
    // SAFETY: a reference of the second kind points to a pointer to the descriptor.
    return byte == 0x02 ? target.loadPointer() : target
  }
}

extension UInt8 {
  fileprivate static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == character }

  fileprivate static func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
    UInt32(byte) == character.value
  }

  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }

  fileprivate var isLetter: Bool { 0x41...0x5A ~= self || 0x61...0x7A ~= self }
}
