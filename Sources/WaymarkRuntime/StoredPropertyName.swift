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
    guard Metadata(of: type).kind == .function, Metadata(of: owner).kind == .struct else { return nil }
    let names = all(of: type, in: owner)
    return names.count == 1 ? names[0] : nil
  }

  /// Returns the names of the stored properties of a class, an actor, or a struct with a certain type, in their order.
  ///
  /// - Parameters:
  ///   - type: The type of the properties.
  ///   - owner: The type that has the properties. Those of its superclasses don't count.
  /// - Returns: The names, or an empty array if the compiler recorded none.
  package static func all(of type: Any.Type, in owner: Any.Type) -> [String] {
    let (type, owner) = (Metadata(of: type), Metadata(of: owner))
    guard let records = owner.propertyOwner?.fields else { return [] }
    return records.filter { !$0.name.isEmpty && owner.type(of: $0) == type }.map(\.name)
  }

  /// Returns the name of the property of a type at an offset, in a struct or in a struct that it stores.
  ///
  /// A struct and its first property have the same offset, but never the same type.
  private static func name(at offset: Int, of value: Metadata, in owner: Metadata) -> String? {
    guard owner.kind == .struct, let records = owner.fields else { return nil }
    for (index, record) in records.enumerated() {
      guard let start = owner.offset(ofField: index), start <= offset, let field = owner.type(of: record),
        offset < start + max(field.size, 1)
      else { continue }
      if start == offset, field == value { return record.name.isEmpty ? nil : record.name }
      if let name = name(at: offset - start, of: value, in: field) { return name }
    }
    return nil
  }
}

extension Metadata {
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
