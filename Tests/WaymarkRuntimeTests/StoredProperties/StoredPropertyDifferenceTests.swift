import Dispatch
import Foundation
import Synchronization
import Testing

@testable import WaymarkRuntime

/// The runtime's description of a stored property (_FieldReflectionMetadata in stdlib/public/SwiftShims).
private struct Field {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func recursiveChild(_ type: Any.Type, _ index: Int, _ field: UnsafeMutablePointer<Field>) -> Any.Type

/// The search as `Mirror` would do it: it resolves the type of every stored property.
private enum Reference {
  static func properties(_ type: Any.Type) -> [(name: String, type: Any.Type)] {
    let metadata = Metadata(of: type)
    guard metadata.kind == .class || metadata.kind == .struct else { return [] }
    return (0..<recursiveCount(type)).map { index in
      var field = Field()
      let type = recursiveChild(type, index, &field)
      defer { field.freeName?(field.name) }
      let name = field.name.map { String(cString: $0) } ?? ""
      return (String(name.trimmingPrefix("$__lazy_storage_$").drop { $0 == "_" }), type)
    }
  }

  /// Returns the properties of a struct type with this identity, and the enums, which the runtime can't look into.
  static func find(_ struct: UInt, in type: Any.Type, path: String = "") -> [(text: String, isEnum: Bool)] {
    properties(type).flatMap { find(`struct`, Metadata(of: $0.type), path + $0.name) }
  }

  private static func find(_ struct: UInt, _ type: Metadata, _ name: String) -> [(text: String, isEnum: Bool)]
  {
    switch type.kind {
    case .struct where type.valueIdentity == `struct`: [("\(name): \(_typeName(type.type))", false)]
    case .struct: find(`struct`, in: type.type, path: name + ".")
    case .optional: find(`struct`, type.valueArgument(0), name)
    case .tuple:
      type.tupleElements.enumerated().flatMap { find(`struct`, $0.element, "\(name).\($0.offset)") }
    case .enum: [(name + ".", true)]
    default: []
    }
  }

  /// Returns the structs stored in a type, at any depth, without the standard library's.
  static func structs(in type: Any.Type) -> [UInt: Any.Type] {
    properties(type).reduce(into: [:]) { found, property in
      let metadata = Metadata(of: property.type)
      guard metadata.kind == .struct, let identity = metadata.valueIdentity else { return }
      if !_typeName(property.type).hasPrefix("Swift.") { found[identity] = property.type }
      found.merge(structs(in: property.type)) { first, _ in first }
    }
  }
}

@Suite("Stored properties, compared with the runtime's")
struct StoredPropertyDifferenceTests {
  @Test func `the search finds the same structs as the runtime`() {
    var compared = 0
    for type in SampleTypes.all {
      for (identity, wanted) in Reference.structs(in: type) {
        let search = StoredPropertySearch(for: wanted)
        let reference = Reference.find(identity, in: type)
        let enums = reference.filter(\.isEnum).map(\.text)
        let found = search.properties(of: type).map { "\($0.name): \(_typeName($0.type))" }
          .filter { text in !enums.contains { text.hasPrefix($0) } }
        #expect(found == reference.filter { !$0.isEnum }.map(\.text), "\(wanted) in \(type)")
        #expect(search.mayFind(in: type), "\(wanted) in \(type)")
        compared += 1
      }
    }
    #expect(compared >= 130)
  }

  /// A type that the records don't rule out may still store no struct, but where they do, it stores none.
  @Test func `a ruled-out type stores no struct of another module`() {
    let search = StoredPropertySearch(for: Wrapping<Int>.self)
    var ruledOut = 0
    for type in SampleTypes.all where !search.mayFind(in: type) {
      let found = Reference.find(Metadata(of: Wrapping<Int>.self).valueIdentity ?? 0, in: type)
      #expect(found.allSatisfy { $0.isEnum }, "\(type)")
      ruledOut += 1
    }
    #expect(ruledOut > SampleTypes.all.count / 2)
  }
}
