import Waymark

// The targets Notebook, in Swift 6 mode, and NotebookInSwift5 share this folder, to which links lead.

protocol PageArchive: Sendable { func names() -> [String] }
protocol PageIndex: Sendable { var count: Int { get } }
protocol PageSearch: Sendable { func find(_ name: String) -> Bool }
@MainActor protocol BindingInput: AnyObject { var color: String { get } }
@MainActor protocol SpreadInput: AnyObject { var text: String { get } }
@MainActor protocol BookmarkInput: AnyObject { var name: String { get } }

extension RoutableService<any PageArchive> { static var archive: Self { declared() } }
extension RoutableService<any PageIndex> { static var pageIndex: Self { declared() } }
extension RoutableService<any PageSearch> { static var pageSearch: Self { declared() } }
extension RoutableView<any BindingInput> { static var binding: Self { declared() } }
extension RoutableView<any SpreadInput> { static var spread: Self { declared() } }
extension RoutableView<any BookmarkInput> { static var bookmark: Self { declared() } }

struct FileArchive: PageArchive {
  static func open() async throws -> FileArchive { try await openArchive() }
  func names() -> [String] { ["first", "second"] }
}
final class MemoryIndex: PageIndex {
  let count: Int
  init(archive: any PageArchive) async throws {
    await Task.yield()
    count = archive.names().count
  }
}
struct ArchiveSearch: PageSearch {
  let names: [String]
  func find(_ name: String) -> Bool { names.contains(name) }
}
@MainActor final class GluedBinding: BindingInput {
  let color: String
  init() async throws {
    await Task.yield()
    MainActor.assertIsolated()
    color = "brown"
  }
}
@MainActor final class ReadSpread: SpreadInput {
  let text: String
  init(archive: any PageArchive, index: any PageIndex) async throws {
    await Task.yield()
    MainActor.assertIsolated()
    text = archive.names().prefix(index.count).joined(separator: ", ")
  }
  static func read(archive: any PageArchive, index: any PageIndex) async throws -> ReadSpread {
    try await ReadSpread(archive: archive, index: index)
  }
}
@MainActor final class Bookmark: BookmarkInput {
  let name: String
  init(name: String) { self.name = name }
}

func openArchive() async throws -> FileArchive {
  await Task.yield()
  return FileArchive()
}
func makeSearch(_ resolver: Resolver) async throws -> ArchiveSearch {
  await Task.yield()
  return ArchiveSearch(names: try resolver(.archive).names())
}
@MainActor func glueBinding() async throws -> GluedBinding { try await GluedBinding() }
@MainActor func makeBookmark(_ resolver: Resolver) async throws -> Bookmark {
  await Task.yield()
  MainActor.assertIsolated()
  return Bookmark(name: try resolver(.archive).names().last ?? "")
}

/// Each form of an asynchronous route, with functions and initializers, in a module without
/// `NonisolatedNonsendingByDefault`.
struct ArchiveModule: RouteModule {
  var routes: Routes {
    Route(openArchive) {
      Service(.archive)
      Singleton()
    }
    Route(MemoryIndex.init(archive:)) {
      Service(.pageIndex)
      Singleton()
    }
    Route(
      ArchiveSearch.self,
      {
        Service(.pageSearch)
        Singleton()
        Requires(.archive)
      }, make: makeSearch)
    Route(glueBinding) {
      View(.binding)
      Singleton()
    }
    Route(ReadSpread.init(archive:index:)) {
      View(.spread)
      Singleton()
    }
    Route(
      Bookmark.self,
      {
        View(.bookmark)
        Singleton()
        Requires(.archive)
      }, make: makeBookmark)
  }
}
