import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Outermost: RouteScope {}
private struct Middle: RouteScope { typealias Outer = Outermost }
private struct Inner: RouteScope { typealias Outer = Middle }
private struct Beside: RouteScope {}
private struct BesideInner: RouteScope { typealias Outer = Outermost }
private struct Visit: RouteScope { typealias Outer = Outermost? }
private struct InsideVisit: RouteScope { typealias Outer = Visit }
private struct Call: RouteScope { typealias Outer = Middle? }

/// A destination that resolves a dependency on first use, provided as `Own`.
private struct Storing<Own, Target> { let target: Routed<RoutableService<Target>, Target> }

/// A program of routes that scopes keep, and that need each other and values of scopes.
///
/// The number of a route is its line. The decorator of a route has the number of the route plus `count`, and an adapter
/// to it has the number of the route plus twice `count`.
private struct ScopedProgram {
  enum Owner: Equatable {
    case nobody
    case root
    case scope(Int)
  }

  enum Form: CaseIterable {
    case parameter
    case optional
    case router
    /// The `@Routed` property. Each route has at most one here.
    case property
    case requirement

    /// Whether the dependency is made later, so that it may lead to any route.
    var isLater: Bool { self != .parameter && self != .optional }
  }

  struct Need {
    let route: Int
    let form: Form
    /// Whether the need is for the adapter's token.
    let isAdapted: Bool
  }

  static let scopes: [any RouteScope.Type] = [
    Outermost.self, Middle.self, Inner.self, Beside.self, BesideInner.self, Visit.self, InsideVisit.self,
    Call.self,
  ]
  static let scopeNames = scopes.map { "\($0)" }
  /// The scopes that always enclose each scope, with itself, by the `Outer` types above.
  static let around: [Set<Int>] = [[0], [0, 1], [0, 1, 2], [3], [0, 4], [5], [5, 6], [0, 7]]
  /// The scopes that can enclose each scope, with itself, by the `Outer` types above.
  static let canBeAround: [Set<Int>] = [
    [0], [0, 1], [0, 1, 2], [3], [0, 4], [0, 5], [0, 5, 6], [0, 1, 7],
  ]

  let count: Int
  /// The types of the routes, and then of the adapters.
  let types: [Any.Type]
  /// Whether the instances of a route are only kept while something retains them.
  private(set) var weak: Set<Int> = []
  private(set) var decorated: Set<Int> = []
  private(set) var adapted: Set<Int> = []
  /// The owner of each route's instances, and the needs of the routes and then of their decorators.
  private(set) var owners: [Owner] = []
  private(set) var needs: [[Need]] = []
  private(set) var values: [[Int]] = []
  /// The values of scopes that the routes and then their decorators take as optional parameters.
  private var optionalValues: [[Int]] = []
  /// The adapters that a route without dependencies replaces.
  private var replacedAdapters: Set<Int> = []
  /// The routes that are declared.
  private var present: Set<Int>

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    count = Int.random(in: 2...9, using: &numbers)
    present = Set(0..<count)
    types = GeneratedProgram.types(2 * count)
    for index in 0..<count {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0..<4: owners.append(.nobody)
      case 4: owners.append(.root)
      default: owners.append(.scope(Int.random(in: 0..<Self.scopes.count, using: &numbers)))
      }
      if owners[index] != .nobody, Int.random(in: 0..<4, using: &numbers) == 0 { weak.insert(index) }
      if Int.random(in: 0..<6, using: &numbers) == 0 { decorated.insert(index) }
      if Int.random(in: 0..<6, using: &numbers) == 0 { adapted.insert(index) }
    }
    for index in 0..<(2 * count) {
      let isDecorator = index >= count
      guard !isDecorator || decorated.contains(index - count) else {
        needs.append([])
        values.append([])
        optionalValues.append([])
        continue
      }
      var found: [Need] = []
      func add(_ form: Form) {
        // Dependencies that aren't made later lead to later routes, so that there's no cycle.
        let first = form.isLater ? 0 : index % count + 1
        guard first < count else { return }
        let route = Int.random(in: first..<count, using: &numbers)
        let isAdapted = adapted.contains(route) && Bool.random(using: &numbers)
        found.append(Need(route: route, form: form, isAdapted: isAdapted))
      }
      for _ in 0..<Int.random(in: 0...(isDecorator ? 1 : 2), using: &numbers) {
        add(Int.random(in: 0..<4, using: &numbers) == 0 ? .optional : .parameter)
      }
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        add(
          isDecorator ? .router : [.router, .property, .requirement][Int.random(in: 0..<3, using: &numbers)])
      }
      needs.append(found)
      func scope(oneIn chance: Int) -> [Int] {
        Int.random(in: 0..<chance, using: &numbers) == 0
          ? [Int.random(in: 0..<Self.scopes.count, using: &numbers)] : []
      }
      values.append(scope(oneIn: 3))
      optionalValues.append(scope(oneIn: 4))
    }
  }

  // MARK: - Parts

  /// The program before some declarations are replaced or added: routes and adapters become routes that need nothing,
  /// and decorators are absent.
  func before(_ declarations: Set<Int>) -> ScopedProgram {
    var program = self
    for number in declarations {
      switch number / count {
      case 0:
        program.owners[number] = .nobody
        program.weak.remove(number)
        program.needs[number] = []
        program.values[number] = []
        program.optionalValues[number] = []
      case 1: program.decorated.remove(number - count)
      default: program.replacedAdapters.insert(number - 2 * count)
      }
    }
    return program
  }

  /// The routes from one on, with their decorators and adapters.
  func only(from first: Int) -> ScopedProgram {
    var program = self
    program.present = Set(first..<count)
    program.decorated = decorated.filter { $0 >= first }
    program.adapted = adapted.filter { $0 >= first }
    return program
  }

  /// The numbers of all declarations.
  var declarations: [Int] {
    present.sorted() + decorated.sorted().map { $0 + count } + adapted.sorted().map { $0 + 2 * count }
  }

  /// Returns whether a declaration has no dependencies and no values of scopes, such as an adapter.
  func needsNothing(_ number: Int) -> Bool {
    guard number < 2 * count else { return true }
    return number < count && needs[number].isEmpty && values[number].isEmpty && optionalValues[number].isEmpty
  }

  /// The needs of declared routes and decorators for routes that aren't declared.
  var missing: [Need] {
    (present + decorated.map { $0 + count }).flatMap { needs[$0] }.filter { !present.contains($0.route) }
  }

  // MARK: - Declarations

  func routes(_ declarations: some Sequence<Int>) -> Routes {
    Routes(
      InlineList(
        declarations.map { number in
          switch number / count {
          case 0: route(number)
          case 1: decorator(number)
          default:
            replacedAdapters.contains(number - 2 * count)
              ? route(number - count, isPlain: true) : adapter(number - 2 * count)
          }
        }))
  }

  /// Returns the declaration of a route, or of a plain route with only the token of the adapter.
  private func route(_ index: Int, isPlain: Bool = false) -> Routes.Declaration {
    func route<Type>(_: Type.Type) -> Routes.Declaration {
      let property = isPlain ? nil : needs[index].first { $0.form == .property }
      guard let property else {
        return self.route(
          index, isPlain, as: Type.self, providing: Binding(TokenDescription(Type.self, .service)))
      }
      func storing<Target>(_: Target.Type) -> Routes.Declaration {
        typealias Destination = Storing<Type, Target>
        return self.route(
          index, isPlain, as: Destination.self,
          providing: Binding(TokenDescription(Type.self, .service)) { (_: Destination) throws -> Type in
            throw Failure(description: "never made")
          })
      }
      return _openExistential(type(of: property), do: storing)
    }
    return _openExistential(types[index], do: route)
  }

  private func route<Type>(_ index: Int, _ isPlain: Bool, as _: Type.Type, providing binding: Binding)
    -> Routes.Declaration
  {
    var entries = [RouteEntryValue(.binding(binding)), EntryPoint().value]
    if !isPlain {
      if weak.contains(index) { entries.append(WeaklyShared().value) }
      switch owners[index] {
      case .nobody: break
      case .root: if !weak.contains(index) { entries.append(Singleton().value) }
      case .scope(let scope): entries.append(RouteEntryValue { $0.scopes.append(Self.scopes[scope]) })
      }
      let required = needs[index].filter { $0.form == .requirement }
      if !required.isEmpty {
        let tokens = required.map { TokenDescription(type(of: $0), .service) }
        entries.append(Requires(listing: ListedTokens(tokens: tokens)).value)
      }
    }
    let make = MakeFunction<Type> { _, _ in throw Failure(description: "never made") }
    return .route(
      RouteDeclaration(
        .service, Type.self, InlineList(entries), Factory(make, prepare: nil),
        DeclarationLocation(line: index),
        parameters: isPlain ? [] : parameters(of: index)))
  }

  private func decorator(_ number: Int) -> Routes.Declaration {
    func decorator<Type>(_: Type.Type) -> Routes.Declaration {
      .decorator(
        DecoratorDeclaration(
          DeclarationLocation(line: number), TokenDescription(Type.self, .service),
          parameters: parameters(of: number)
        ) { (inner: Type, _) in inner })
    }
    return _openExistential(types[number - count], do: decorator)
  }

  private func adapter(_ index: Int) -> Routes.Declaration {
    func from<Provided>(_: Provided.Type) -> ErasedFunction {
      func to<Required>(_: Required.Type) -> ErasedFunction {
        ErasedFunction(
          ConvertFunction<Provided, Required> { _ in throw Failure(description: "never converted") })
      }
      return _openExistential(types[count + index], do: to)
    }
    return .adapter(
      Adapter(
        TokenDescription(types[count + index], .service), TokenDescription(types[index], .service),
        _openExistential(types[index], do: from), #fileID, index + 2 * count))
  }

  private func type(of need: Need) -> Any.Type { types[need.isAdapted ? count + need.route : need.route] }

  private func parameters(of number: Int) -> [RouteParameter] {
    func optional<Type>(_: Type.Type) -> Any.Type { Type?.self }
    func router<Type>(_: Type.Type) -> Any.Type { DestinationServiceRouter<Type>.self }
    return needs[number].compactMap { need in
      let type = type(of: need)
      switch need.form {
      case .parameter: return RouteParameter(type)
      case .optional: return RouteParameter(_openExistential(type, do: optional))
      case .router: return RouteParameter(_openExistential(type, do: router))
      case .property, .requirement: return nil
      }
    } + values[number].map { RouteParameter(Self.scopes[$0]) }
      + optionalValues[number].map { RouteParameter(_openExistential(Self.scopes[$0], do: optional)) }
  }

  // MARK: - The reference

  /// The routes and decorators that a route or decorator needs.
  private func targets(of number: Int, _ needs: [Need]? = nil) -> [(number: Int, isOptional: Bool)] {
    let inner = number < count ? [] : [(number - count, false)]
    return inner
      + (needs ?? self.needs[number]).filter { present.contains($0.route) }
      .filter { !($0.isAdapted && replacedAdapters.contains($0.route)) }
      .map { (decorated.contains($0.route) ? $0.route + count : $0.route, $0.form == .optional) }
  }

  private func owner(of number: Int) -> Owner { owners[number % count] }

  /// The scopes that a route needs itself: values, and routes that they keep.
  private func own(_ number: Int) -> Set<Int> {
    var scopes = Set(values[number])
    for (target, isOptional) in targets(of: number) where !isOptional {
      if case .scope(let scope) = owner(of: target) { scopes.insert(scope) }
    }
    return scopes
  }

  /// Returns the distances of a route to itself and to the transient routes that it needs.
  private func distances(from start: Int) -> [Int: Int] {
    var found = [start: 0]
    var queue = [start]
    while !queue.isEmpty {
      let next = queue.removeFirst()
      for (target, _) in targets(of: next) where owner(of: target) == .nobody && found[target] == nil {
        found[target] = (found[next] ?? 0) + 1
        queue.append(target)
      }
    }
    return found
  }

  /// The scopes that a route needs, directly or through transient routes.
  private func scopes(of number: Int) -> Set<Int> {
    distances(from: number).keys.reduce(into: []) { $0.formUnion(own($1)) }
  }

  /// The numbers of routes and decorators.
  private var numbers: [Int] { present.sorted() + decorated.sorted().map { $0 + count } }

  /// The relations between two scopes that a route needs, or between its owner and a scope that it needs.
  enum Relation {
    case sound
    /// The second scope is closed before the first, or is only sometimes open with it.
    case captive
    /// The second scope may be missing around the first.
    case missing
    case unrelated
  }

  /// Returns the relation of a scope that keeps a route to a scope that the route needs.
  private static func relation(of owner: Int, to scope: Int) -> Relation {
    if around[owner].contains(scope) { return .sound }
    if canBeAround[scope].contains(owner) { return .captive }
    return canBeAround[owner].contains(scope) ? .missing : .unrelated
  }

  /// Returns the kept routes and decorators with this relation from their owner to a scope, once for each scope.
  private func kept(_ relation: Relation) -> [Int] {
    numbers.flatMap { number in
      scopes(of: number).filter { scope in
        switch owner(of: number) {
        case .nobody: false
        case .root: relation == .captive
        case .scope(let owner): Self.relation(of: owner, to: scope) == relation
        }
      }.map { _ in number }
    }
  }

  /// The routes that are kept longer than something that they need, once for each scope.
  var captives: [Int] { kept(.captive) }

  /// The kept routes that take the optional value of a scope that's never open where they're made.
  var missingValues: [Int] {
    numbers.flatMap { number in
      optionalValues[number].filter { scope in
        switch owner(of: number) {
        case .nobody: false
        case .root: true
        case .scope(let owner):
          !Self.around[owner].contains(scope) && !Self.canBeAround[owner].contains(scope)
        }
      }.map { _ in number }
    }
  }

  /// The kept routes that need a scope that may be missing around the scope that keeps them.
  var missingScopes: [Int] { kept(.missing) }

  /// The kept routes that need a scope beside their owner.
  var unrelated: [Int] { kept(.unrelated) }

  /// Returns the transient routes that need two scopes without one always inside the other.
  ///
  /// - Parameter isMissing: Whether one can be inside the other.
  private func transients(isMissing: Bool) -> [Int] {
    numbers.filter { number in
      guard owner(of: number) == .nobody else { return false }
      let scopes = scopes(of: number)
      return scopes.contains { first in
        scopes.contains { second in
          guard !Self.around[first].contains(second), !Self.around[second].contains(first) else {
            return false
          }
          return isMissing
            == (Self.canBeAround[first].contains(second) || Self.canBeAround[second].contains(first))
        }
      }
    }
  }

  /// The transient routes that need two scopes beside each other.
  var transientsWithUnrelated: [Int] { transients(isMissing: false) }

  /// The transient routes that need a scope and an outer one that may be missing.
  var transientsWithMissing: [Int] { transients(isMissing: true) }

  /// Whether an early registry lacks the provider of a router in an instance that it keeps, or in a part of one.
  var lacksRouters: Bool {
    var open = numbers.filter { owner(of: $0) == .root }
    var seen = Set(open)
    while let number = open.popLast() {
      let created = needs[number].filter { $0.form != .property }
      if created.contains(where: { $0.form == .router && !present.contains($0.route) }) { return true }
      for (target, _) in targets(of: number, created) where owner(of: target) == .nobody {
        if seen.insert(target).inserted { open.append(target) }
      }
    }
    return false
  }

  var hasProblems: Bool {
    [captives, missingScopes, unrelated, transientsWithUnrelated, transientsWithMissing]
      .contains { !$0.isEmpty }
  }

  /// Returns whether routes are one of the shortest paths to a value of a scope, or else to a route that it keeps.
  func isShortestPath(_ path: [Int], to scope: Int, endsWithValue: Bool) -> Bool {
    let end = path.count - (endsWithValue ? 1 : 2)
    guard end >= 0 else { return false }
    let distances = distances(from: path[0])
    let isConnected = (0..<end).allSatisfy { index in
      let next = path[index + 1]
      return owner(of: next) == .nobody && targets(of: path[index]).contains { $0.number == next }
    }
    let hasEnd =
      endsWithValue
      ? values[path[end]].contains(scope)
      : owner(of: path[end + 1]) == .scope(scope)
        && targets(of: path[end]).contains { $0.number == path[end + 1] && !$0.isOptional }
    let shortest = distances.filter { own($0.key).contains(scope) }.values.min()
    return isConnected && hasEnd && end == shortest
  }
}

@Suite("Random programs with scopes, against a search of all paths")
struct RandomScopesTests {
  private func diagnostics(_ make: () throws(RegistryError) -> Registry) -> (Registry?, [Diagnostic]) {
    do throws(RegistryError) {
      let registry = try make()
      return (registry, registry.diagnostics)
    } catch {
      return (nil, error.diagnostics)
    }
  }

  /// - Parameter isDerived: Whether a base has some of the declarations. A decorator of the base that now decorates
  ///   another route isn't examined again for values that are always nil.
  private func check(_ found: [Diagnostic], _ program: ScopedProgram, isDerived: Bool = false) {
    let isKept = { (number: Int) in program.owners[number % program.count] != .nobody }
    let captives = found.filter { $0.code == .captiveScope && $0.severity == .error }
    let missingValues = found.filter { $0.code == .captiveScope && $0.severity == .warning }.map(
      \.location.line)
    #expect(
      isDerived
        ? Set(missingValues).isSubset(of: program.missingValues)
        : missingValues.sorted() == program.missingValues.sorted())
    let longer = captives.filter { $0.message.hasSuffix("it is kept longer than the scope") }
    #expect(longer.map(\.location.line).sorted() == program.captives.sorted())
    let missing = captives.filter { $0.message.contains("can be open without a") }
    #expect(missing.map(\.location.line).filter(isKept).sorted() == program.missingScopes.sorted())
    #expect(longer.count + missing.count == captives.count)
    for captive in longer + missing {
      let names = captive.detail?.split(separator: " → ") ?? []
      let scope = ScopedProgram.scopeNames.firstIndex {
        captive.remedy?.hasPrefix("add Scoped(to: \($0).self)") == true
          || captive.message.hasSuffix("can be open without a \($0)")
          || captive.message.hasSuffix("can be open without an \($0)")
      }
      var path = captive.related.map(\.location.line)
      #expect(path.first == captive.location.line)
      // The last step is the line of the route with the entry. Only the route's decorator leads to it.
      if names.count == path.count, let last = path.last, program.decorated.contains(last),
        path.dropLast().last != last + program.count
      {
        path[path.count - 1] += program.count
      }
      #expect(
        program.isShortestPath(path, to: scope ?? -1, endsWithValue: names.count > path.count),
        "\(captive)")
    }
    let unrelated = found.filter { $0.code == .unrelatedScopes }.map(\.location.line)
    #expect(unrelated.filter(isKept).sorted() == program.unrelated.sorted())
    // A transient route is reported for its first two scopes, unless one of its dependencies is. So each reported one
    // is right, and none is reported only if there's none.
    let transients = unrelated.filter { !isKept($0) }
    #expect(Set(transients).isSubset(of: program.transientsWithUnrelated))
    let withMissing = missing.map(\.location.line).filter { !isKept($0) }
    #expect(Set(withMissing).isSubset(of: program.transientsWithMissing))
    #expect(
      (transients + withMissing).isEmpty
        == (program.transientsWithUnrelated + program.transientsWithMissing).isEmpty)
  }

  @Test(arguments: try Seeds.first(200))
  func `the registry finds captives and unrelated scopes`(seed: UInt64) {
    let program = ScopedProgram(seed: seed)
    check(
      diagnostics { () throws(RegistryError) in try Registry { program.routes(program.declarations) } }.1,
      program)
  }

  /// Some declarations replace declarations of a registry, which may have problems of its own.
  @Test(arguments: try Seeds.first(150))
  func `the registry finds problems that an override causes`(seed: UInt64) throws {
    let program = ScopedProgram(seed: seed)
    var numbers = SeededGenerator(seed: ~seed)
    // Often only one declaration, which needs nothing itself.
    let simple = program.declarations.filter(program.needsNothing)
    let replacing =
      Bool.random(using: &numbers) && !simple.isEmpty
      ? [simple[Int.random(in: simple.indices, using: &numbers)]]
      : program.declarations.filter { _ in Bool.random(using: &numbers) }
    let before = program.before(Set(replacing))
    let (base, found) = diagnostics { () throws(RegistryError) in
      try Registry { before.routes(before.declarations) }
    }
    check(found, before)
    guard let base else { return }
    check(
      diagnostics { () throws(RegistryError) in try base.overriding { program.routes(replacing) } }.1,
      program,
      isDerived: true)
  }

  /// Some declarations are added later, to an early registry or to a registry that is complete without them.
  @Test(arguments: try Seeds.first(100))
  func `the registry finds problems that an extension causes`(seed: UInt64) throws {
    let program = ScopedProgram(seed: seed)
    var numbers = SeededGenerator(seed: ~seed)
    let first = Int.random(in: 1..<program.count, using: &numbers)
    let before = program.only(from: first)
    // Requirements must exist already, unlike dependencies that are resolved later.
    guard !before.missing.contains(where: { $0.form == .requirement }) else { return }
    let (base, found) = diagnostics { () throws(RegistryError) in
      try Registry(stage: before.missing.isEmpty ? .complete : .early) { before.routes(before.declarations) }
    }
    check(found, before)
    guard let base else { return }
    let rest = program.declarations.filter { !before.declarations.contains($0) }
    let complete = diagnostics { () throws(RegistryError) in try base.extending { program.routes(rest) } }.1
    #expect(complete.contains { $0.code == .missingRequirement } == before.lacksRouters)
    if !before.lacksRouters { check(complete, program, isDerived: true) }
  }

  @Test func `the random programs have all kinds of problems`() throws {
    let programs = (0..<150).map { ScopedProgram(seed: $0) }
    #expect(programs.contains { !$0.hasProblems })
    #expect(programs.contains { $0.captives.count > 2 })
    #expect(programs.contains { !$0.unrelated.isEmpty })
    #expect(programs.contains { !$0.transientsWithUnrelated.isEmpty })
    #expect(programs.contains { !$0.missingScopes.isEmpty })
    #expect(programs.contains { !$0.transientsWithMissing.isEmpty && $0.transientsWithUnrelated.isEmpty })
    let simple = programs.flatMap { program in
      program.declarations.filter(program.needsNothing).map { (program, program.before([$0])) }
    }
    #expect(simple.count { !$1.hasProblems && $0.hasProblems } >= 3)
    let parts = programs.map { ($0, $0.only(from: $0.count / 2)) }
    #expect(parts.contains { !$1.hasProblems && $0.hasProblems && $1.missing.isEmpty })
    #expect(parts.contains { !$1.hasProblems && $0.hasProblems && !$1.missing.isEmpty })
  }
}
