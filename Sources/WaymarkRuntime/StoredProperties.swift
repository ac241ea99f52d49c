import CWaymarkRuntime

/// The stored properties of a type, read from its field metadata, without an instance.
package struct StoredProperties {
  /// A stored property.
  package struct Property {
    /// The name in the program's text; that of a property wrapper's storage begins with an underscore.
    package let name: String
    /// The type of what is stored.
    package let type: Any.Type
  }

  /// The properties, those of superclasses first.
  package let properties: [Property]

  /// Whether these are all: false where the compiler was told to leave the records out.
  package let isComplete: Bool

  /// Reads the properties of a class, an actor or a struct; other types have none.
  package init(of type: Any.Type) {
    let metadata = Metadata(of: type)
    guard metadata.kind == .class || metadata.kind == .struct else {
      (properties, isComplete) = ([], true)
      return
    }
    var isComplete = true
    var next: Metadata? = metadata
    while let current = next {
      isComplete = isComplete && current.recordsFields ?? true
      next = current.superclass
    }
    self.isComplete = isComplete
    let count = swift_reflectionMirror_recursiveCount(metadata.address)
    properties = (0..<count).map { index in
      var field = WaymarkField(name: nil, freeName: nil, isStrong: false, isVariable: false)
      let type = swift_reflectionMirror_recursiveChildMetadata(metadata.address, index, &field)
      defer { field.freeName?(field.name) }
      return Property(name: field.name.map { String(cString: $0) } ?? "", type: Metadata(at: type).type)
    }
  }
}
