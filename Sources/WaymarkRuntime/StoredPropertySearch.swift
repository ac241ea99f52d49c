/// A search for stored properties of certain struct types, which needs no instance.
///
/// It reads the compiler's records of the properties of a class, an actor, or a struct, and of the structs stored in
/// it, also in optionals, tuples, and payloads of enums. It doesn't search collections and existential values. It
/// resolves a type, which takes the runtime thousands of instructions, only if the record may refer to one of the
/// structs.
package struct StoredPropertySearch: Sendable {
  /// A stored property that the search has found.
  package struct Property {
    /// The name in the source code, after the names of the enclosing properties: `toolbar.editor`.
    ///
    /// It omits the underscore of a property wrapper's storage. An enum's case and a tuple's element without a label
    /// have their name and their position in it.
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
    let stored = Metadata(of: example).fields?.compactMap { record in
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
    var collector = Collector(search: self)
    if let owner = Metadata(of: type).propertyOwner { collector.add(propertiesOf: owner, under: "") }
    return collector.found
  }

  /// The properties that the search has found in a type.
  private struct Collector {
    let search: StoredPropertySearch
    private(set) var found: [Property] = []
    /// The enums around the search, because only an enum can contain itself.
    private var enums: [Metadata] = []

    init(search: StoredPropertySearch) { self.search = search }

    mutating func add(propertiesOf type: Metadata, under path: String) {
      if let superclass = type.superclass { add(propertiesOf: superclass, under: path) }
      guard let descriptor = type.descriptor else { return }
      add(propertiesOf: descriptor, arguments: type.genericArguments, under: path)
    }

    private mutating func add(
      propertiesOf owner: NominalDescriptor, arguments: UnsafeRawPointer?, under path: String
    ) {
      guard let records = owner.fields else { return }
      for record in records {
        guard let typeName = record.typeName else { continue }
        var name: String { path + StoredPropertySearch.name(of: record) }
        var visited: [UInt] = []
        switch typeName.meaning {
        case .other: continue
        case .structure(let inner) where !search.isSought(inner):
          guard search.mayFind(in: inner, &visited) else { continue }
          if !inner.isGeneric {
            add(propertiesOf: inner, arguments: nil, under: name + ".")
            continue
          }
        case .parts: guard search.mayFind(inPartsOf: typeName, &visited) else { continue }
        case .structure, .unknown: break
        }
        guard let type = typeName.resolve(in: owner, arguments: arguments) else { continue }
        add(type, named: name)
      }
    }

    /// Adds the properties in a value of a type, or the value itself.
    private mutating func add(_ type: Metadata, named name: String) {
      switch type.kind {
      case .struct:
        if let descriptor = type.descriptor, search.isSought(descriptor) {
          found.append(Property(name: name, type: type.type))
        } else {
          add(propertiesOf: type, under: name + ".")
        }
      case .optional: add(type.valueArgument(0), named: name)
      case .tuple:
        for (index, element) in type.tupleElements.enumerated() { add(element, named: "\(name).\(index)") }
      // An enum can contain itself with other arguments, and so without an end.
      case .enum where !enums.contains(type) && enums.count < 4:
        enums.append(type)
        add(propertiesOf: type, under: name + ".")
        enums.removeLast()
      default: break
      }
    }
  }

  static func name(of record: FieldRecord) -> Substring {
    let name = record.name
    let lazy = "$__lazy_storage_$_"
    return name.hasPrefix(lazy) ? name.dropFirst(lazy.count) : name.drop { $0 == "_" }
  }

  private func isSought(_ descriptor: NominalDescriptor) -> Bool { sought.contains(descriptor.identity) }
}

extension Metadata {
  /// The type itself, if its stored properties are searched, or nil.
  var propertyOwner: Metadata? { kind == .class || kind == .struct ? self : nil }
}
