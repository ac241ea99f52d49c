/// A search for the stored properties whose types are certain structs, which needs no instance.
///
/// It reads the compiler's records of the properties of a class, an actor, or a struct, and then those of the
/// structs stored in it. It doesn't search enums, optionals, tuples, and existential values. It asks the
/// runtime for a type, which takes thousands of instructions, only if a record may be that of one of the
/// structs.
package struct StoredPropertySearch: Sendable {
  /// A stored property that was found.
  package struct Property {
    /// The name in the source code, after those of the enclosing structs' properties: `toolbar.editor`.
    ///
    /// The underscore with which the name of a property wrapper's storage begins is left out.
    package let name: String
    /// The type of the stored value.
    package let type: Any.Type
  }

  /// The identities of the structs.
  private let sought: [UInt]

  /// Creates a search.
  ///
  /// - Parameter structs: Structs of modules other than the standard library. The generic arguments don't
  ///   matter.
  package init(for structs: Any.Type...) { sought = structs.compactMap { Metadata(of: $0).valueIdentity } }

  /// Returns whether the compiler recorded the properties of a type and its superclasses.
  ///
  /// The option `-disable-reflection-metadata` leaves the records out.
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
    while let current = next {
      if let descriptor = current.descriptor, mayFind(in: descriptor) { return true }
      next = current.superclass
    }
    return false
  }

  private func mayFind(in descriptor: NominalDescriptor) -> Bool {
    guard let records = descriptor.fields else { return false }
    // A struct can't be stored in itself, so that the recursion ends.
    for record in records {
      switch record.typeName?.meaning {
      case .structure(let inner): if isSought(inner) || mayFind(in: inner) { return true }
      case .unknown: return true
      case .other, nil: break
      }
    }
    return false
  }

  /// Returns the properties, those of superclasses first.
  package func properties(of type: Any.Type) -> [Property] {
    var found: [Property] = []
    if let owner = Metadata(of: type).propertyOwner { collect(from: owner, under: "", into: &found) }
    return found
  }

  private func collect(from type: Metadata, under path: String, into found: inout [Property]) {
    if let superclass = type.superclass { collect(from: superclass, under: path, into: &found) }
    guard let descriptor = type.descriptor else { return }
    collect(from: descriptor, arguments: type.genericArguments, under: path, into: &found)
  }

  private func collect(
    from owner: NominalDescriptor, arguments: UnsafeRawPointer?, under path: String,
    into found: inout [Property]
  ) {
    guard let records = owner.fields else { return }
    for record in records {
      guard let typeName = record.typeName else { continue }
      var name: String { path + record.name.drop { $0 == "_" } }
      switch typeName.meaning {
      case .other: continue
      case .structure(let inner) where !isSought(inner):
        guard mayFind(in: inner) else { continue }
        if !inner.isGeneric {
          collect(from: inner, arguments: nil, under: name + ".", into: &found)
          continue
        }
      case .structure, .unknown: break
      }
      guard let type = typeName.resolve(in: owner, arguments: arguments), type.kind == .struct,
        let inner = type.descriptor
      else { continue }
      if isSought(inner) {
        found.append(Property(name: name, type: type.type))
      } else {
        collect(from: type, under: name + ".", into: &found)
      }
    }
  }

  private func isSought(_ descriptor: NominalDescriptor) -> Bool { sought.contains(descriptor.identity) }
}

extension Metadata {
  /// The type itself, if its stored properties are searched; otherwise, nil.
  fileprivate var propertyOwner: Metadata? { kind == .class || kind == .struct ? self : nil }
}
