import Waymark

/// Keeps old pages.
public protocol PageArchive: Sendable { func names() -> [String] }
/// Finds old pages.
public protocol PageIndex: Sendable { var count: Int { get } }
/// What is drawn on a cover.
@MainActor public protocol CoverInput: AnyObject { var color: String { get } }
/// Two pages.
@MainActor public protocol SpreadInput: AnyObject { var text: String { get } }

extension RoutableService<any PageArchive> {
  /// The old pages.
  public static var archive: Self { declared() }
}
extension RoutableService<any PageIndex> {
  /// The index of the old pages.
  public static var pageIndex: Self { declared() }
}
extension RoutableView<any CoverInput> {
  /// The cover.
  public static var cover: Self { declared() }
}
extension RoutableView<any SpreadInput> {
  /// Two pages.
  public static var spread: Self { declared() }
}

/// Old pages in a file.
public struct FileArchive: PageArchive {
  /// Opens the file.
  public static func open() async throws -> FileArchive {
    await Task.yield()
    return FileArchive()
  }

  /// The names of the pages.
  public func names() -> [String] { ["first", "second"] }
}

/// An index in memory.
public final class MemoryIndex: PageIndex {
  /// The number of pages.
  public let count: Int

  /// Reads the archive.
  public init(archive: any PageArchive) async throws {
    await Task.yield()
    count = archive.names().count
  }
}

/// A cover that takes time to draw.
@MainActor public final class DrawnCover: CoverInput {
  /// The color of the cover.
  public let color: String

  /// Draws the cover.
  public init() async throws {
    await Task.yield()
    MainActor.assertIsolated()
    color = "red"
  }
}

/// Two pages that take time to read.
@MainActor public final class ReadSpread: SpreadInput {
  /// The names of the pages.
  public let text: String

  private init(_ text: String) { self.text = text }

  /// Reads the pages.
  public static func read(archive: any PageArchive, index: any PageIndex) async throws -> ReadSpread {
    await Task.yield()
    MainActor.assertIsolated()
    return ReadSpread(archive.names().prefix(index.count).joined(separator: ", "))
  }
}

/// Routes with asynchronous functions and initializers, in a module without `NonisolatedNonsendingByDefault`.
public struct ArchiveModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The routes.
  public var routes: Routes {
    Route(FileArchive.open) {
      Service(.archive)
      Singleton()
    }
    Route(MemoryIndex.init(archive:)) {
      Service(.pageIndex)
      Singleton()
    }
    Route(DrawnCover.init) {
      View(.cover)
      Singleton()
    }
    Route(ReadSpread.read(archive:index:)) {
      View(.spread)
      Singleton()
    }
  }
}
