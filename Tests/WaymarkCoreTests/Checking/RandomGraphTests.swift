import SeededTesting
import SharedFixtures
import Testing
import WaymarkInspection

import WaymarkRuntime

@testable import WaymarkCore

/// As many types as a test needs: one for each pair.
private struct Made<First, Second>: Sendable {}
private enum A {}
private enum B {}
private enum C {}
private enum D {}

/// A program of routes that need each other as a matrix says.
struct GeneratedProgram {
  /// The types of the destinations, one for each route.
  let types: [Any.Type]
  /// For each route, the routes that its parameters need.
  var eager: [[Int]]
  /// For each route, the routes that it needs by a router.
  var lazy: [[Int]]
  /// The routes that are left out.
  var missing: Set<Int> = []

  var routes: Routes {
    Routes(
      InlineList(
        types.indices.filter { !missing.contains($0) }.map { index in
          func route<Type>(_: Type.Type) -> Routes.Declaration {
            let parameters =
              eager[index].map { RouteParameter(types[$0]) }
              + lazy[index].map { RouteParameter(router(to: types[$0])) }
            let entries = [
              RouteEntryValue(.binding(Binding(TokenDescription(Type.self, .service)))),
              EntryPoint().value,
            ]
            return .route(
              RouteDeclaration(
                .service, Type.self, InlineList(entries),
                Factory(
                  MakeFunction<Type> { _, _ in throw Failure(description: "never made") }, prepare: nil),
                DeclarationLocation(line: index), parameters: parameters))
          }
          return _openExistential(types[index], do: route)
        }))
  }

  private func router(to type: Any.Type) -> Any.Type {
    func router<Type>(_: Type.Type) -> Any.Type { DestinationServiceRouter<Type>.self }
    return _openExistential(type, do: router)
  }

  /// Distinct types: the digits of a number to the base of four, as types.
  static func types(_ count: Int) -> [Any.Type] {
    func pair(_ first: Any.Type, _ second: Any.Type) -> Any.Type {
      func outer<First>(_: First.Type) -> Any.Type {
        func inner<Second>(_: Second.Type) -> Any.Type { Made<First, Second>.self }
        return _openExistential(second, do: inner)
      }
      return _openExistential(first, do: outer)
    }
    let digits: [Any.Type] = [A.self, B.self, C.self, D.self]
    return (0..<count).map { number in
      var (type, rest): (Any.Type, Int) = (digits[number % 4], number / 4)
      while rest > 0 { (type, rest) = (pair(digits[rest % 4], type), rest / 4) }
      return type
    }
  }
}

@Suite("Random programs compared with a simple reference")
struct RandomGraphTests {
  /// Whether a node can reach itself: by the definition, without any cleverness.
  private func hasCycle(_ edges: [[Int]], without missing: Set<Int>) -> Bool {
    var reach = edges.indices.map { from in
      edges.indices.map { to in
        !missing.contains(from) && !missing.contains(to) && edges[from].contains(to)
      }
    }
    for middle in edges.indices {
      for from in edges.indices where reach[from][middle] {
        for to in edges.indices where reach[middle][to] { reach[from][to] = true }
      }
    }
    return edges.indices.contains { reach[$0][$0] }
  }

  @Test(arguments: try Seeds.first(300))
  func `compiling finds the cycles and missing providers of a random program`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...12, using: &numbers)
    func edges(_ most: Int) -> [[Int]] {
      (0..<count).map { _ in
        (0..<Int.random(in: 0...most, using: &numbers)).map { _ in Int.random(in: 0..<count, using: &numbers)
        }
      }
    }
    let density = Int(seed % 3)
    let program = GeneratedProgram(
      types: GeneratedProgram.types(count), eager: edges(density), lazy: edges(2),
      missing: Set((0..<count).filter { _ in Int.random(in: 0..<8, using: &numbers) == 0 }))
    let found: [Diagnostic]
    do throws(RegistryError) {
      found = try Registry { program.routes }.diagnostics
    } catch {
      found = error.diagnostics
    }
    let needed = program.types.indices.filter { !program.missing.contains($0) }
      .flatMap { program.eager[$0] + program.lazy[$0] }
    #expect(
      found.contains { $0.code == .dependencyCycle } == hasCycle(program.eager, without: program.missing))
    // Each missing type is one problem, which lists all that need it.
    let missing = found.filter { $0.code == .missingRequirement }
    let lacking = needed.filter(program.missing.contains)
    #expect(missing.count == Set(lacking).count)
    let places = missing.map { max(1, $0.related.count { $0.message.hasSuffix(" needs it") }) }
    #expect(places.reduce(0, +) == lacking.count)
  }

  /// Layers of routes where each needs four of the layer below: no cycle, and the drawing has every edge.
  @Test func `the library compiles and exports a large program`() throws {
    let count = 2_000
    let program = GeneratedProgram.layered(count)
    let registry = try Registry { program.routes }
    #expect(registry.diagnostics.isEmpty)
    let graph = registry.graph
    #expect(graph.nodes.count == count && graph.edges.count == program.edgeCount)
    #expect(graph.mermaid().split(separator: "\n").count > count + graph.edges.count)
    #expect(try RouteGraph(json: graph.json()) == graph)
  }

  @Test func `a cycle through a large program is reported once`() throws {
    let count = 1_000
    var program = GeneratedProgram.layered(count)
    program.eager[count - 1].append(0)
    program.eager[0].append(count - 1)
    let error = #expect(throws: RegistryError.self) { try Registry { program.routes } }
    #expect(error?.diagnostics.map(\.code) == [.dependencyCycle])
  }
}

extension GeneratedProgram {
  /// Returns routes in layers of a hundred, where each needs four of the layer before.
  static func layered(_ count: Int) -> GeneratedProgram {
    let eager = (0..<count).map { index in
      index < 100 ? [] : (0..<4).map { (index / 100 - 1) * 100 + (index * 7 + $0 * 13) % 100 }
    }
    return GeneratedProgram(types: types(count), eager: eager, lazy: Array(repeating: [], count: count))
  }

  var edgeCount: Int { eager.reduce(0) { $0 + $1.count } + lazy.reduce(0) { $0 + $1.count } }
}
