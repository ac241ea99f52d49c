import SharedFixtures
import Testing
import WaymarkCore

private final class Disk: Sendable {}
private final class Index: Sendable { init(disk: Disk) {} }
private final class Report: Sendable {}

extension RoutableService<Disk> { fileprivate static var disk: Self { declared() } }
extension RoutableService<Index> { fileprivate static var index: Self { declared() } }
extension RoutableService<Report> { fileprivate static var report: Self { declared() } }
extension RoutableServices<Disk> { fileprivate static var disks: Self { declared() } }

/// The creation or the start of a report requests a disk, which no parameter mentions, so the report stops first.
private final class Banner: Sendable {
  let profile: VisitorProfile?
  init(profile: VisitorProfile?) { self.profile = profile }
}

extension RoutableService<Banner> { fileprivate static var banner: Self { declared() } }

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

  @RoutesBuilder
  private func disks(_ way: Way, _ scope: any RouteScope.Type, _ journal: Journal) -> Routes {
    Route({ Disk() }) {
      Service(.disk)
      Contributes(to: .disks, as: "disk")
      Scoped(to: scope)
      Stopping { _ in journal.write("disk") }
    }
    live(Index.init(disk:), .index, in: scope)
    if way == .decorated { Decorates(.disk) { $0 } }
  }

  @RoutesBuilder
  private func reports(_ way: Way, _ scope: any RouteScope.Type, _ journal: Journal) -> Routes {
    // Gives the disk the time to stop.
    let stop: @Sendable (Report) async throws -> Void = { _ in
      try await Task.sleep(for: .milliseconds(2))
      journal.write("report")
    }
    if way == .asynchronous || way == .childTask {
      Route(Report.self) {
        Service(.report)
        Scoped(to: scope)
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
        Scoped(to: scope)
        if way == .starting { Starting { _ in _ = try Registry.current(.disk) } }
        Stopping(stop)
      } make: { routes in
        try way.request(routes)
        return Report()
      }
    }
  }

  @Test(arguments: Way.allCases, [false, true])
  func `a report stops before the disk that it has requested`(_ way: Way, isScoped: Bool) async throws {
    let scope: any RouteScope.Type = isScoped ? Visit.self : RootScope.self
    for isKnown in [false, true] {
      let journal = Journal()
      let base = try Registry {
        disks(way, scope, journal)
        if way != .extension { reports(way, scope, journal) }
      }
      let registry = way == .extension ? try base.extending { reports(way, scope, journal) } : base
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

  /// A root's instance never gets an instance of a scope, nor what only that needs.
  @Test func `after a stop, an instance without its optional scoped dependency stays available`() async throws
  {
    let registry = try Registry {
      live({ Counters() }, .metrics, stopping: { _ in })
      live(
        { (_: any Metrics) in VisitorProfile(number: 1) }, .visitorProfile, in: Login.self, starting: { _ in }
      )
      live({ (profile: VisitorProfile?) in Banner(profile: profile) }, .banner, .eager)
    }
    _ = try registry(.metrics)
    let banner = try registry(.banner)
    try await registry.start()
    await registry.stop()
    #expect(try registry(.banner) === banner && banner.profile == nil)
  }

  /// The factory of the report requests nothing.
  @Test(arguments: [false, true])
  func `after a stop, nobody gets an instance with a stopped requirement`(throughAnother: Bool) async throws {
    let registry = try Registry {
      disks(.resolver, RootScope.self, Journal())
      live({ Report() }, .report, requiring: throughAnother ? Requires(.index) : Requires(.disk))
    }
    try await registry.start()
    _ = try registry(.disk)
    _ = try registry(.report)
    await registry.stop()
    #expect(await routeFailure { _ = try registry(.report) }?.code == .notStarted)
  }
}
