/// A key path through stored properties of structs only, for use on any thread.
///
/// The compiler considers a key path `Sendable` only if its literal captures nothing and the properties aren't
/// isolated, in contrast to the properties of a main-actor configuration.
package struct StoredKeyPath<Root, Value>: Sendable {
  // A key path's captures, such as the arguments of a subscript, and the code that it runs, such as the getter of an
  // isolated property, could be unsafe. The initializer accepts only paths with an offset in memory, and
  // `MemoryLayout.offset(of:)` returns one only if every component is stored directly in the value before it: such a path
  // captures nothing, and reads and writes at its offset access memory of the caller's own value.
  /// The offset of the property in a root, in bytes.
  private let offset: Int

  /// Creates a key path, or returns nil if a component isn't a stored property of a struct.
  package init?(_ path: WritableKeyPath<Root, Value>) {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return nil }
    self.offset = offset
  }

  package func value(in root: Root) -> Value {
    // SAFETY: this is the purpose of the offset, by the documentation of `MemoryLayout.offset(of:)`. The pointer is
    // valid while the closure runs, and loading copies the value.
    withUnsafePointer(to: root) { UnsafeRawPointer($0).load(fromByteOffset: offset, as: Value.self) }
  }

  /// Returns the result of a function for the property of a root, or nil if the root isn't stored as its type.
  ///
  /// This needs no lookup of a type, in contrast to ``value(in:)`` for an optional root.
  package func read<Result>(_ root: Any, _ body: (Value) -> Result) -> Result? {
    func open<Stored>(_ root: Stored) -> Result? {
      guard Stored.self == Root.self else { return nil }
      // SAFETY: as in `value(in:)`. The types are the same.
      return withUnsafePointer(to: root) {
        body(UnsafeRawPointer($0).load(fromByteOffset: offset, as: Value.self))
      }
    }
    return open(root)
  }

  /// Changes the property of a root, or returns false if the root isn't stored as its type.
  package func write(_ value: Value, _ root: inout Any) -> Bool {
    func open<Stored>(_ root: inout Stored) -> Bool {
      guard Stored.self == Root.self else { return false }
      // SAFETY: as in `value(in:)`. The types are the same, the property is variable, and the memory at its offset is
      // bound to the property's type as long as the root exists.
      withUnsafeMutablePointer(to: &root) {
        UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
      }
      return true
    }
    return open(&root)
  }
}

/// The names of the stored properties of structs, found by their offsets.
package enum StoredPropertyName {
  /// Returns the name of the property at the end of a key path.
  ///
  /// - Parameter path: A key path.
  /// - Returns: The name, or nil if a component isn't a stored property of a struct, or if the compiler recorded no
  ///   names.
  package static func of<Root, Value>(_ path: KeyPath<Root, Value>) -> String? {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return nil }
    return name(at: offset, of: Metadata(of: Value.self), in: Metadata(of: Root.self))
  }

  /// Returns the name of a struct's only stored property with a certain function type.
  ///
  /// - Parameters:
  ///   - type: The type of the property.
  ///   - owner: The struct.
  /// - Returns: The name, or nil if the type isn't a function's, if the struct doesn't have exactly one such property,
  ///   or if the compiler recorded no names.
  package static func ofOnlyFunction(_ type: Any.Type, in owner: Any.Type) -> String? {
    let (type, owner) = (Metadata(of: type), Metadata(of: owner))
    guard type.kind == .function, owner.kind == .struct, let descriptor = owner.descriptor,
      let records = descriptor.fields
    else { return nil }
    let found = records.filter {
      $0.typeName?.resolve(in: descriptor, arguments: owner.genericArguments) == type
    }
    guard found.count == 1, !found[0].name.isEmpty else { return nil }
    return found[0].name
  }

  /// Returns the names of the stored properties of a class, an actor, or a struct with a certain type, in their order.
  ///
  /// - Parameters:
  ///   - type: The type of the properties.
  ///   - owner: The type that has the properties. Those of its superclasses don't count.
  /// - Returns: The names, or an empty array if the compiler recorded none.
  package static func all(of type: Any.Type, in owner: Any.Type) -> [String] {
    let type = Metadata(of: type)
    guard let owner = Metadata(of: owner).propertyOwner, let descriptor = owner.descriptor,
      let records = descriptor.fields
    else { return [] }
    return records.filter {
      !$0.name.isEmpty && $0.typeName?.resolve(in: descriptor, arguments: owner.genericArguments) == type
    }.map(\.name)
  }

  /// Returns the name of the property of a type at an offset, in a struct or in a struct that it stores.
  ///
  /// A struct and its first property have the same offset, but never the same type.
  private static func name(at offset: Int, of value: Metadata, in owner: Metadata) -> String? {
    guard owner.kind == .struct, let descriptor = owner.descriptor, let records = descriptor.fields else {
      return nil
    }
    for (index, record) in records.enumerated() {
      guard let start = owner.offset(ofField: index), start <= offset,
        let field = record.typeName?.resolve(in: descriptor, arguments: owner.genericArguments),
        offset < start + max(field.size, 1)
      else { continue }
      if start == offset, field == value { return record.name.isEmpty ? nil : record.name }
      if let name = name(at: offset - start, of: value, in: field) { return name }
    }
    return nil
  }
}

extension Metadata {
  /// The size of a value in bytes, without the padding behind it.
  fileprivate var size: Int {
    // SAFETY: the word before a metadata record is the address of the value witness table: eight functions, and the
    // size, one word.
    let table = address.loadPointer(fromByteOffset: -MemoryLayout<UInt>.size)
    return table.load(fromByteOffset: 8 * MemoryLayout<UInt>.size, as: Int.self)
  }

  /// Returns the offset of a struct's stored property in its values.
  fileprivate func offset(ofField index: Int) -> Int? {
    guard let descriptor, descriptor.fieldOffsets > 0, index < descriptor.fieldCount else { return nil }
    // SAFETY: the metadata of a struct has the offsets of its properties, of 32 bits each, at the distance in its
    // descriptor, in words (TargetStructMetadata::getFieldOffsets).
    let offsets = address + descriptor.fieldOffsets * MemoryLayout<UInt>.size
    return Int(offsets.load(fromByteOffset: 4 * index, as: UInt32.self))
  }
}

extension NominalDescriptor {
  // SAFETY of both: the descriptor of a struct (TargetStructDescriptor) continues with the number of its properties,
  // and with the distance of their offsets from the start of the metadata, of 32 bits each.
  fileprivate var fieldCount: Int { Int(address.load(fromByteOffset: 20, as: UInt32.self)) }
  fileprivate var fieldOffsets: Int { Int(address.load(fromByteOffset: 24, as: UInt32.self)) }
}

/// A search for stored properties of certain struct types, which needs no instance.
///
/// It reads the compiler's records of the properties of a class, an actor, or a struct, and of the structs stored in
/// it, also in optionals, tuples, and payloads of enums. It doesn't search collections and existential values. It
/// resolves a type, which takes the runtime thousands of instructions, only if the record may refer to one of the structs.
package struct StoredPropertySearch: Sendable {
  /// A stored property that the search has found.
  package struct Property {
    /// The name in the source code, after the names of the enclosing properties: `toolbar.editor`.
    ///
    /// It omits the underscore of a property wrapper's storage. An enum's case and a tuple's element without a label have
    /// their name and their position in it.
    package let name: String
    /// The type of the stored value.
    package let type: Any.Type
  }

  /// The identities of the structs.
  private let sought: [UInt]

  /// Creates a search.
  ///
  /// - Parameter structs: Structs of modules other than the standard library. The generic arguments don't matter.
  package init(for structs: Any.Type...) { sought = structs.compactMap { Metadata(of: $0).valueIdentity } }

  /// Creates a search for the structs that another struct stores, without creating their types.
  ///
  /// When the runtime creates a generic type, it checks the conformances of the arguments. The first check of each pair
  /// of a type and a protocol reads all conformance records of the program.
  ///
  /// - Parameters:
  ///   - example: A struct that isn't generic, with such a property.
  ///   - structs: The same structs, for a program without records of properties.
  package init(forPropertiesOf example: Any.Type, or structs: @autoclosure () -> Any.Type) {
    let stored = Metadata(of: example).descriptor?.fields?.compactMap { record in
      if case .structure(let descriptor) = record.typeName?.meaning { descriptor.identity } else { nil }
    }
    sought = stored ?? [Metadata(of: structs()).valueIdentity].compactMap(\.self)
  }

  /// Returns whether the compiler recorded the properties of a type and its superclasses.
  ///
  /// The option `-disable-reflection-metadata` omits the records.
  package static func canRead(_ type: Any.Type) -> Bool {
    var next = Metadata(of: type).propertyOwner
    while let current = next {
      if let descriptor = current.descriptor, descriptor.fields == nil { return false }
      next = current.superclass
    }
    return true
  }

  /// Returns whether a type may have such properties.
  ///
  /// The result `false` is certain. This takes a few loads for each property, and allocates nothing.
  package func mayFind(in type: Any.Type) -> Bool {
    var next = Metadata(of: type).propertyOwner
    var enums: [UInt] = []
    while let current = next {
      if let descriptor = current.descriptor, mayFind(in: descriptor, &enums) { return true }
      next = current.superclass
    }
    return false
  }

  /// - Parameter enums: The enums in which the search has been. Only an enum can contain itself, so the recursion ends.
  private func mayFind(in descriptor: NominalDescriptor, _ enums: inout [UInt]) -> Bool {
    guard let records = descriptor.fields else { return false }
    for record in records {
      guard let name = record.typeName else { continue }
      switch name.meaning {
      case .structure(let inner): if isSought(inner) || mayFind(in: inner, &enums) { return true }
      case .parts: if mayFind(inPartsOf: name, &enums) { return true }
      case .unknown: return true
      case .other: break
      }
    }
    return false
  }

  private func mayFind(inPartsOf name: MangledTypeName, _ enums: inout [UInt]) -> Bool {
    name.refers { type, isEnum in
      if isEnum {
        guard !enums.contains(type.identity) else { return false }
        enums.append(type.identity)
      }
      return isSought(type) || mayFind(in: type, &enums)
    }
  }

  /// Returns the properties, beginning with those of superclasses.
  package func properties(of type: Any.Type) -> [Property] {
    var found: [Property] = []
    var enums: [Metadata] = []
    if let owner = Metadata(of: type).propertyOwner { collect(from: owner, under: "", &enums, into: &found) }
    return found
  }

  private func collect(
    from type: Metadata, under path: String, _ enums: inout [Metadata], into found: inout [Property]
  ) {
    if let superclass = type.superclass { collect(from: superclass, under: path, &enums, into: &found) }
    guard let descriptor = type.descriptor else { return }
    collect(from: descriptor, arguments: type.genericArguments, under: path, &enums, into: &found)
  }

  /// - Parameter enums: The enums around the search, because only an enum can contain itself.
  private func collect(
    from owner: NominalDescriptor, arguments: UnsafeRawPointer?, under path: String,
    _ enums: inout [Metadata],
    into found: inout [Property]
  ) {
    guard let records = owner.fields else { return }
    for record in records {
      guard let typeName = record.typeName else { continue }
      var name: String { path + Self.name(of: record) }
      var visited: [UInt] = []
      switch typeName.meaning {
      case .other: continue
      case .structure(let inner) where !isSought(inner):
        guard mayFind(in: inner, &visited) else { continue }
        if !inner.isGeneric {
          collect(from: inner, arguments: nil, under: name + ".", &enums, into: &found)
          continue
        }
      case .parts: guard mayFind(inPartsOf: typeName, &visited) else { continue }
      case .structure, .unknown: break
      }
      guard let type = typeName.resolve(in: owner, arguments: arguments) else { continue }
      collect(type, named: name, &enums, into: &found)
    }
  }

  /// Collects the properties in a value of a type, or the value itself.
  private func collect(
    _ type: Metadata, named name: String, _ enums: inout [Metadata], into found: inout [Property]
  ) {
    switch type.kind {
    case .struct:
      if let descriptor = type.descriptor, isSought(descriptor) {
        found.append(Property(name: name, type: type.type))
      } else {
        collect(from: type, under: name + ".", &enums, into: &found)
      }
    case .optional: collect(type.valueArgument(0), named: name, &enums, into: &found)
    case .tuple:
      for (index, element) in type.tupleElements.enumerated() {
        collect(element, named: "\(name).\(index)", &enums, into: &found)
      }
    // An enum can contain itself with other arguments, and so without an end.
    case .enum where !enums.contains(type) && enums.count < 4:
      enums.append(type)
      collect(from: type, under: name + ".", &enums, into: &found)
      enums.removeLast()
    default: break
    }
  }

  fileprivate static func name(of record: FieldRecord) -> Substring {
    let name = record.name
    let lazy = "$__lazy_storage_$_"
    return name.hasPrefix(lazy) ? name.dropFirst(lazy.count) : name.drop { $0 == "_" }
  }

  private func isSought(_ descriptor: NominalDescriptor) -> Bool { sought.contains(descriptor.identity) }
}

/// The types of the objects, and of the elements of arrays, sets, and dictionaries, that a type's properties store.
///
/// A ``StoredPropertySearch`` doesn't search them. It resolves the type of each property, which takes the runtime
/// thousands of instructions.
package struct StoredElements {
  package private(set) var all: [StoredPropertySearch.Property] = []
  private var enums: [Metadata] = []

  package init(of type: Any.Type) {
    var next = Metadata(of: type).propertyOwner
    while let owner = next {
      add(propertiesOf: owner, under: "")
      next = owner.superclass
    }
  }

  private mutating func add(propertiesOf owner: Metadata, under path: String) {
    guard let descriptor = owner.descriptor, let records = descriptor.fields else { return }
    for record in records {
      guard let name = record.typeName, !name.isWeak,
        let type = name.resolve(in: descriptor, arguments: owner.genericArguments)
      else { continue }
      add(type, named: path + StoredPropertySearch.name(of: record), isElement: false)
    }
  }

  private mutating func add(_ type: Metadata, named name: String, isElement: Bool) {
    switch type.kind {
    case .class: all.append(StoredPropertySearch.Property(name: name, type: type.type))
    case .struct:
      if let count = type.elementCount {
        for index in 0..<count { add(type.valueArgument(index), named: name, isElement: true) }
      } else if isElement {
        all.append(StoredPropertySearch.Property(name: name, type: type.type))
      } else {
        add(propertiesOf: type, under: name + ".")
      }
    case .optional: add(type.valueArgument(0), named: name, isElement: isElement)
    case .tuple:
      for (index, element) in type.tupleElements.enumerated() {
        add(element, named: "\(name).\(index)", isElement: isElement)
      }
    // As above.
    case .enum where !enums.contains(type) && enums.count < 4:
      enums.append(type)
      add(propertiesOf: type, under: name + ".")
      enums.removeLast()
    default: break
    }
  }
}

extension Metadata {
  /// The number of types of elements in an array, a set, or a dictionary, or nil for another struct.
  fileprivate var elementCount: Int? {
    switch valueIdentity {
    case Metadata(of: [Int].self).valueIdentity, Metadata(of: Set<Int>.self).valueIdentity: 1
    case Metadata(of: [Int: Int].self).valueIdentity: 2
    default: nil
    }
  }

  /// The type itself, if its stored properties are searched, or nil.
  fileprivate var propertyOwner: Metadata? { kind == .class || kind == .struct ? self : nil }
}
