import SharedFixtures
import Testing
import WaymarkCore

private final class Disk: Sendable {}
private final class Index: Sendable {
  init(disk: Disk) {}
}
private final class Report: Sendable {}

extension RoutableService<Disk> { fileprivate static var disk: Self { declared() } }
extension RoutableService<Index> { fileprivate static var index: Self { declared() } }
extension RoutableService<Report> { fileprivate static var report: Self { declared() } }
extension RoutableServices<Disk> { fileprivate static var disks: Self { declared() } }

/// The creation or the start of a report requests a disk, which no parameter mentions, so the report stops first.
@Suite("The order of stops after requests in closures")
struct RecordedUseTests: RouteVocabulary {
  enum Way: CaseIterable {
    case resolver, current, asynchronous, childTask, starting, throughAnother, collection, decorated,
      `extension`

    /// Returns the disk as the report requests it.
    fileprivate func request(_ routes: Resolver) throws {
      switch self {
      case .current: _ = try Registry.current(.disk)
      case .throughAnother: _ = try routes(.index)
      case .collection: _ = try Registry.current.makeDestinations(of: RoutableServices(.disks))
      case .resolver, .asynchronous, .childTask, .decorated, .extension: _ = try routes(.disk)
      case .starting: break
      }
    }
  }

  private struct Disks: RouteModule {
    let way: Way
    let isScoped: Bool
    let journal: Journal

    var routes: Routes {
      Route({ Disk() }) {
        Service(.disk)
        Contributes(to: .disks, as: "disk")
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { [journal] _ in journal.write("disk") }
      }
      Route(Index.init(disk:)) {
        Service(.index)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
      }
      if way == .decorated { Decorates(.disk) { $0 } }
    }
  }

  private struct Reports: RouteModule {
    let way: Way
    let isScoped: Bool
    let journal: Journal

    /// Gives the disk the time to stop.
    private var stop: @Sendable (Report) async throws -> Void {
      { [journal] _ in
        try await Task.sleep(for: .milliseconds(2))
        journal.write("report")
      }
    }

    var routes: Routes {
      if way == .asynchronous || way == .childTask {
        Route(Report.self) {
          Service(.report)
          if isScoped { Scoped(to: Visit.self) } else { Singleton() }
          Stopping(stop)
        } make: { routes in
          await Task.yield()
          if way == .childTask {
            async let disk = Registry.current(.disk)
            _ = try await disk
          } else {
            try way.request(routes)
          }
          return Report()
        }
      } else {
        Route(Report.self) {
          Service(.report)
          if isScoped { Scoped(to: Visit.self) } else { Singleton() }
          if way == .starting { Starting { _ in _ = try Registry.current(.disk) } }
          Stopping(stop)
        } make: { routes in
          try way.request(routes)
          return Report()
        }
      }
    }
  }

  @Test(arguments: Way.allCases, [false, true])
  func `a report stops before the disk that it has requested`(_ way: Way, isScoped: Bool) async throws {
    for isKnown in [false, true] {
      let journal = Journal()
      let reports = Reports(way: way, isScoped: isScoped, journal: journal)
      let base = try Registry {
        Disks(way: way, isScoped: isScoped, journal: journal)
        if way != .extension { reports }
      }
      let registry = way == .extension ? try base.extending { reports } : base
      try await registry.start()
      let place = isScoped ? try registry.opening(Visit(path: "/")) : registry
      // Otherwise, the request of the report creates the disk.
      if isKnown { _ = try place(.disk) }
      if isScoped { try await place.start() }
      _ = try await place.started(.report)
      if isScoped { await place.close() }
      await registry.stop()
      await base.stop()
      #expect(journal.all == ["report", "disk"], "\(isKnown ? "known" : "new")")
    }
  }
}
