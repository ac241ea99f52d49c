import SeededTesting
import Testing
import WaymarkRuntime

@testable import Waymark

private struct Outermost: RouteScope {}
private struct Middle: RouteScope { typealias Outer = Outermost }
private struct Inner: RouteScope { typealias Outer = Middle }
private struct Beside: RouteScope {}
private struct BesideInner: RouteScope { typealias Outer = Outermost }

/// A program whose routes are kept by scopes, and need each other and values of scopes.
private struct ScopedProgram {
  enum Keeper: Equatable {
    case nobody
    case root
    case scope(Int)
  }

  struct Need {
    let route: Int
    let isOptional: Bool
    let isLazy: Bool
  }

  static let scopes: [any RouteScope.Type] = [
    Outermost.self, Middle.self, Inner.self, Beside.self, BesideInner.self,
  ]
  /// The scopes that enclose each scope, with itself: what `Outer` says above.
  static let around: [Set<Int>] = [[0], [0, 1], [0, 1, 2], [3], [0, 4]]

  let types: [Any.Type]
  var keepers: [Keeper] = []
  var needs: [[Need]] = []
  var values: [[Int]] = []

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...9, using: &numbers)
    types = GeneratedProgram.types(count)
    for index in 0..<count {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0..<4: keepers.append(.nobody)
      case 4: keepers.append(.root)
      default: keepers.append(.scope(Int.random(in: 0..<Self.scopes.count, using: &numbers)))
      }
      // Eager dependencies lead to later routes, so that there's no cycle; lazy ones lead anywhere.
      var found: [Need] = []
      for _ in 0..<Int.random(in: 0...2, using: &numbers) where index + 1 < count {
        found.append(
          Need(
            route: Int.random(in: (index + 1)..<count, using: &numbers),
            isOptional: Int.random(in: 0..<4, using: &numbers) == 0, isLazy: false))
      }
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        found.append(Need(route: Int.random(in: 0..<count, using: &numbers), isOptional: false, isLazy: true))
      }
      needs.append(found)
      values.append(
        Int.random(in: 0..<3, using: &numbers) == 0
          ? [Int.random(in: 0..<Self.scopes.count, using: &numbers)] : [])
    }
  }

  var routes: Routes {
    Routes(
      InlineList(
        types.indices.map { index in
          func route<Type>(_: Type.Type) -> Routes.Declaration {
            var entries = [
              RouteEntryValue(.plain(Type.self, as: Type.self, .service)), RouteEntryValue(.entryPoint),
            ]
            switch keepers[index] {
            case .nobody: break
            case .root: entries.append(RouteEntryValue(.lifetime(.singleton)))
            case .scope(let scope): entries.append(RouteEntryValue(.scope(Self.scopes[scope])))
            }
            let make = MakeFunction<Type> { _, _ in throw Failure(description: "never made") }
            return .route(
              Route(
                .service, Type.self, InlineList(entries), Factory(make, prepare: nil),
                DeclarationLocation(line: index), parameters: parameters(of: index)
              ).declaration)
          }
          return _openExistential(types[index], do: route)
        }))
  }

  private func parameters(of index: Int) -> [RouteParameter] {
    func optional<Type>(_: Type.Type) -> Any.Type { Type?.self }
    func router<Type>(_: Type.Type) -> Any.Type { DestinationServiceRouter<Type>.self }
    return needs[index].map { need in
      let type = types[need.route]
      if need.isLazy { return RouteParameter(_openExistential(type, do: router)) }
      return RouteParameter(need.isOptional ? _openExistential(type, do: optional) : type)
    } + values[index].map { RouteParameter(Self.scopes[$0]) }
  }

  // MARK: - The reference

  /// The scopes at the ends of all paths from a route that lead through transient routes only.
  func scopesOfAllPaths(from start: Int, visited: Set<Int> = []) -> Set<Int> {
    var found = Set(values[start])
    for need in needs[start] {
      switch keepers[need.route] {
      case .scope(let scope): if !need.isOptional { found.insert(scope) }
      case .root: break
      case .nobody:
        guard !visited.contains(need.route), need.route != start else { continue }
        found.formUnion(scopesOfAllPaths(from: need.route, visited: visited.union([start])))
      }
    }
    return found
  }

  /// The lines of the routes that are kept longer than something that they need, once for each scope.
  var captives: [Int] {
    types.indices.flatMap { index in
      scopesOfAllPaths(from: index).filter { scope in
        switch keepers[index] {
        case .nobody: false
        case .root: true
        case .scope(let keeper): scope != keeper && Self.around[scope].contains(keeper)
        }
      }.map { _ in index }
    }
  }

  /// The lines of the kept routes that need a scope that's beside the one that keeps them.
  var unrelated: [Int] {
    types.indices.flatMap { index -> [Int] in
      guard case .scope(let keeper) = keepers[index] else { return [] }
      return scopesOfAllPaths(from: index).filter { scope in
        !Self.around[scope].contains(keeper) && !Self.around[keeper].contains(scope)
      }.map { _ in index }
    }
  }

  /// The transient routes that need two scopes beside each other.
  var transientsWithUnrelated: [Int] {
    types.indices.filter { index in
      guard keepers[index] == .nobody else { return false }
      let scopes = scopesOfAllPaths(from: index)
      return scopes.contains { first in
        scopes.contains { !Self.around[first].contains($0) && !Self.around[$0].contains(first) }
      }
    }
  }
}

@Suite("Random programs with scopes, against a search of all paths")
struct RandomScopesTests {
  @Test(arguments: try Seeds.first(600))
  func captivesAndUnrelatedScopesAreFound(seed: UInt64) {
    let program = ScopedProgram(seed: seed)
    let found: [Diagnostic]
    do throws(RegistryError) {
      found = try Registry { program.routes }.diagnostics
    } catch {
      found = error.diagnostics
    }
    let captives = found.filter { $0.code == .captiveScope }.map(\.location.line)
    #expect(captives == program.captives)
    let unrelated = found.filter { $0.code == .unrelatedScopes }.map(\.location.line)
    #expect(unrelated.filter { program.keepers[$0] != .nobody } == program.unrelated)
    // A transient route is reported unless one of its dependencies is, so each reported one is right, and none is
    // reported only if there's none.
    let transients = unrelated.filter { program.keepers[$0] == .nobody }
    #expect(Set(transients).isSubset(of: program.transientsWithUnrelated))
    #expect(transients.isEmpty == program.transientsWithUnrelated.isEmpty)
  }

  @Test func theProgramsHaveAllKindsOfProblems() throws {
    let programs = (0..<600).map { ScopedProgram(seed: $0) }
    #expect(
      programs.contains { $0.captives.isEmpty && $0.unrelated.isEmpty && $0.transientsWithUnrelated.isEmpty })
    #expect(programs.contains { $0.captives.count > 2 })
    #expect(programs.contains { !$0.unrelated.isEmpty })
    #expect(programs.contains { !$0.transientsWithUnrelated.isEmpty })
  }
}
