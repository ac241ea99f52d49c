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
    guard let records = owner.fields else { return }
    for record in records {
      guard let name = record.typeName, !name.isWeak, let type = owner.type(of: record) else { continue }
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
    // An enum can contain itself with other arguments, and so without an end.
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
}
