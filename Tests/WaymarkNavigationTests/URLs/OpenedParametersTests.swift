import Foundation
import SharedFixtures
import Testing
import Waymark

private struct Visit: Sendable, Equatable {
  var id = 0
  var page = 0
  var token: UUID?
  var isDraft = false
  var day: Date?
}
extension RoutableServiceModule<Visit> { fileprivate static var visit: Self { declared() } }

@MainActor
@Suite("A dry run opens a URL of each pattern")
struct OpenedParametersTests: RouteVocabulary {
  private func text(
    _ patterns: [URLPattern],
    open: @escaping @Sendable (URLParameters, inout Visit) throws -> Void
  ) throws -> String {
    let declared = #line + 2
    let registry = try Registry {
      Route(MemoryStore.self, configuration: Visit.init) {
        ServiceModule(.visit)
        EntryPoint()
        for pattern in patterns { pattern }
      } make: { _, _ in
        MemoryStore()
      } open: { parameters, visit in
        try open(parameters, &visit)
      }
    }
    #expect(registry.diagnostics.allSatisfy { $0.code == .openRoutes })
    return relative(
      registry.dryRun().diagnostics.map(\.description).joined(separator: "\n"), fileID: #fileID,
      line: declared)
  }

  @Test func `each pattern is opened, and a misspelled parameter has a suggestion`() throws {
    let found = try text([
      URLPattern("notes://visits/:id"), URLPattern("/new/:ids/**"), URLPattern(excluding: "notes://visits/0"),
      URLPattern(for: Visit.self, "notes://drafts/\(\.id)?isDraft=\(\.isDraft)"),
    ]) { $1.id = try $0.value("id") }
    let lines = found.split(separator: "\n").filter { $0.contains("[missing-url-parameter]") }
    #expect(lines.count == 1 && lines[0].contains("\"/new/:ids/**\" does not have [missing-url-parameter]"))
    #expect(found.contains("To fix: did you mean 'ids'?"))
  }

  @Test func `values of several types don't end the search`() throws {
    func isFound(_ read: @escaping @Sendable (URLParameters, inout Visit) throws -> Void) throws -> Bool {
      try text([URLPattern("notes://visits/:id")]) { parameters, visit in
        try read(parameters, &visit)
        visit.page = try parameters.value("page")
      }.contains("[missing-url-parameter]")
    }
    #expect(try isFound { $1.id = try $0.value("id") })
    #expect(try isFound { $1.isDraft = try $0.value("id") })
    #expect(try isFound { $1.token = try $0.value("id") })
    #expect(try isFound { $1.day = try $0.value("id", as: Date.self) })
    #expect(try !isFound { _, _ in throw Failure(description: "closed") })
    #expect(try !isFound { $1.id = try $0.value("id", as: OpenedNever.self).description.count })
  }
}

/// A type that no string represents.
private struct OpenedNever: LosslessStringConvertible {
  var description: String { "" }
  init?(_ description: String) { nil }
}
