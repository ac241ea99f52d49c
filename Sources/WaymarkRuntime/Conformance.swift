/// An answer, determined from types, whether values of one type can be used as another.
///
/// It needs no instance. The first query about a pair of type and protocol makes the runtime scan the conformance
/// records of the program and cache the answer.
package enum Conformance: Equatable, Sendable {
  /// Every value can be used as the type.
  case conforms
  /// Every value can be used as the type on the actor that isolates the conformance.
  case conformsOnActor(ObjectIdentifier)
  /// No value can be used as the type, according to the static type.
  case missing
  /// The answer depends on the value, not only on its static type.
  case unknown

  /// Returns whether every value of `type` can be used as `requested`.
  ///
  /// - Parameters:
  ///   - type: A class, an actor, a struct, an enum, a function, or an existential.
  ///   - requested: An existential, with or without class and associated types, or any other type.
  ///   - index: The conformances of the program, for many queries.
  ///   - asksRuntime: Whether the runtime answers if the index doesn't contain the answer. For a type that doesn't
  ///     conform, it scans all records of the program.
  package static func check(
    _ type: Any.Type, as requested: Any.Type, using index: ConformanceIndex? = nil, asksRuntime: Bool = true
  ) -> Conformance {
    if type == requested { return .conforms }
    let (source, target) = (Metadata(of: type), Metadata(of: requested))
    if let existential = ExistentialMetadata(target) {
      if let source = ExistentialMetadata(source) { return source.covering(existential) }
      if source.kind == .extendedExistential {
        return ExtendedExistentialMetadata(source)?.covering(existential) ?? .unknown
      }
      if let answer = index?.check(source, against: existential) { return answer }
      return asksRuntime ? check(type, against: existential) : .unknown
    }
    if target.kind == .extendedExistential {
      return ExtendedExistentialMetadata(target).map { check(type, against: $0) } ?? .unknown
    }
    // Every value of a composition such as `Screen & EditorInput` is an object of its class.
    let stored = ExistentialMetadata(source)?.superclass ?? type
    return isSubtype(stored, of: requested) ? .conforms : .missing
  }

  /// Returns whether `type` is `class`, or inherits from it.
  static func isSubtype(_ type: Any.Type, of class: Any.Type) -> Bool {
    func open<Superclass>(_: Superclass.Type) -> Bool { (type as Any) is Superclass.Type }
    return _openExistential(`class`, do: open)
  }

  private static func check(_ type: Any.Type, against existential: ExistentialMetadata) -> Conformance {
    func open<Metatype>(_: Metatype.Type) -> Bool { (type as Any) is Metatype }
    let isCastable = _openExistential(existential.metatype, do: open)
    // A cast on the actor of an isolated conformance succeeds, and fails elsewhere. The records contain the isolation.
    guard let protocols = existential.protocols else { return isCastable ? .conforms : .missing }
    let hasLayout =
      isCastable
      || existential.superclass.map { isSubtype(type, of: $0) } ?? true
        && (!existential.isClassBound || Metadata(of: type).kind == .class)
    guard hasLayout else { return .missing }
    var actor: Any.Type?
    for candidate in protocols {
      guard let found = candidate.conformance(of: Metadata(of: type)) else {
        // The records contain no conformances of types like functions, which a cast knows.
        if isCastable { continue }
        return .missing
      }
      actor = found.isolation ?? actor
    }
    return actor.map { .conformsOnActor(ObjectIdentifier($0)) } ?? (isCastable ? .conforms : .missing)
  }

  private static func check(
    _ type: Any.Type, against existential: ExtendedExistentialMetadata
  ) -> Conformance {
    let source = Metadata(of: type)
    guard !source.isExistential else { return .unknown }
    var tables: [(descriptor: ProtocolDescriptor, table: UnsafeRawPointer)] = []
    var actor: Any.Type?
    for requirement in existential.requirements where requirement.kind == .conformance {
      guard let descriptor = requirement.protocol else { return .unknown }
      for candidate in descriptor.closure {
        guard let found = candidate.conformance(of: source) else { return .missing }
        tables.append((candidate, found.table))
        actor = found.isolation ?? actor
      }
    }
    for requirement in existential.requirements {
      switch requirement.kind {
      case .conformance: continue
      case .layout: if source.kind != .class { return .missing }
      case .sameType:
        guard let name = identifier(at: requirement.constraint),
          let argument = existential.argument(for: requirement.subject),
          let witness = tables.lazy.compactMap({
            $0.descriptor.associatedType(name, of: source, in: $0.table)
          }).first
        else { return .unknown }
        if witness != argument { return .missing }
      case .baseClass, .other: return .unknown
      }
    }
    return actor.map { .conformsOnActor(ObjectIdentifier($0)) } ?? .conforms
  }

  /// Returns the identifier at the beginning of a mangled name, as "4Name…" (`docs/ABI/Mangling.rst`).
  private static func identifier(at mangledName: String) -> Substring? {
    let digits = mangledName.prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), length > 0 else { return nil }
    let rest = mangledName.dropFirst(digits.count)
    return rest.count < length ? nil : rest.prefix(length)
  }
}

extension ConformanceIndex {
  /// Returns the answer, if the records determine it for all protocols of the existential.
  fileprivate func check(_ type: Metadata, against existential: ExistentialMetadata) -> Conformance? {
    guard existential.superclass == nil, !existential.isClassBound || type.kind == .class,
      let protocols = existential.protocols, !protocols.isEmpty
    else { return nil }
    var answer = Conformance.conforms
    for descriptor in protocols {
      switch conformance(of: type, to: descriptor)?.record.isolation {
      case .nonisolated: continue
      case .mainActor: answer = .conformsOnActor(ObjectIdentifier(MainActor.self))
      case .other, nil: return nil
      }
    }
    return answer
  }
}

extension ExistentialMetadata {
  /// Returns whether every value of this existential can also be stored in `other`.
  fileprivate func covering(_ other: ExistentialMetadata) -> Conformance {
    // The records contain nothing about an Objective-C protocol.
    guard let offered = protocols, let asked = other.protocols else { return .unknown }
    if other.isClassBound && !isClassBound { return .missing }
    if let required = other.superclass {
      guard let superclass, Conformance.isSubtype(superclass, of: required) else { return .missing }
    }
    let closure = offered.reduce(into: Set<ProtocolDescriptor>()) { $0.formUnion($1.closure) }
    let isCovering = asked.allSatisfy { wanted in
      closure.contains(wanted) || superclass.map { wanted.conformance(of: Metadata(of: $0)) != nil } ?? false
    }
    return isCovering ? .conforms : .missing
  }
}

extension ExtendedExistentialMetadata {
  /// Returns whether every value of this existential can also be stored in `other`.
  fileprivate func covering(_ other: ExistentialMetadata) -> Conformance {
    guard other.superclass == nil, let asked = other.protocols else { return .unknown }
    if other.isClassBound && !isClassBound { return .missing }
    var offered: Set<ProtocolDescriptor> = []
    var isKnown = true
    for requirement in requirements {
      switch requirement.kind {
      case .conformance:
        if let descriptor = requirement.protocol {
          offered.formUnion(descriptor.closure)
        } else {
          isKnown = false
        }
      case .layout, .sameType: continue
      // The superclass may conform to the other protocols.
      case .baseClass, .other: isKnown = false
      }
    }
    if offered.isSuperset(of: asked) { return .conforms }
    return isKnown ? .missing : .unknown
  }
}
