import ScriptedWindow
import SharedFixtures
import Testing
import Waymark
import WaymarkToolkit

@testable import WaymarkCore
@testable import WaymarkNavigation

private struct Broken: Error {}

private struct Shift: RouteScope { let number: Int }

@MainActor private class Panel: EditorInput { var title = "" }
private final class SidePanel: Panel {}
/// A view whose route replaces it with one of another class.
@MainActor private class Sheet {}
private final class WideSheet: Sheet {}

/// An object that the toolkit makes and its route can't prepare.
@MainActor private final class Picture {}

extension RoutableServices<any HealthCheck> { fileprivate static var otherChecks: Self { declared() } }

/// An application whose Leaves and interceptors the test decides.
@MainActor
private final class Application {
  let log = Log()
  let window = ScriptedWindow()
  let registry: Registry
  var decide: @MainActor () async -> Void = {}
  var leave: @MainActor () async -> Void = {}
  /// The error that a closure of the application has caught.
  var caught: (any Error)?
  var path: RoutePath { .push(from: window) }

  @MainActor private final class Owner { weak var application: Application? }

  init() throws {
    let (log, owner) = (log, Owner())
    registry = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route(NamedScreen.self) {
        RoutableView(.home)
        Identifier("home")
        URLPattern("notes://home")
        Intercepts { _ in
          await owner.application?.decide()
          return .proceed
        }
        Leaves { _ in
          await owner.application?.leave()
          return .proceed
        }
      } make: {
        NamedScreen("home")
      }
      Route(Panel.self) {
        RoutableView<any EditorInput>()
      } make: {
        Panel()
      } prepare: { panel, _ in
        if panel is SidePanel { throw Broken() }
      }
      Route(Sheet.self) {
        RoutableView<Sheet>(declaredProtocol: Sheet.self)
      } make: {
        Sheet()
      } prepare: { sheet, _ in
        sheet = Sheet()
      }
      Route(OpenedNote.self, configuration: OpenNoteConfiguration.init) {
        RoutableViewModule(.openNote)
        URLPattern(for: OpenNoteConfiguration.self, "notes://note/\(\.id)")
      } make: { configuration, _ in
        OpenedNote(configuration)
      }
      Route(PlainDraft.self) {
        RoutableService<any Draft>()
      } make: {
        throw Broken()
      }
      Route(NamedCheck.self) {
        Contributes(to: .healthChecks)
      } make: {
        throw Broken()
      }
    }
    owner.application = self
  }

  func catching(_ body: () async throws -> Void) async {
    do { try await body() } catch { caught = error }
  }
}

/// A use of an application that fails.
private struct Use: Sendable, CustomTestStringConvertible {
  let code: RouteError.Code
  let testDescription: String
  let run: @MainActor @Sendable (Application) async throws -> Void

  init(
    _ code: RouteError.Code, _ name: String,
    _ run: @escaping @MainActor @Sendable (Application) async throws -> Void
  ) {
    self.code = code
    testDescription = name
    self.run = run
  }

  static let all: [Use] = [
    Use(.busy, "Leaves that leaves") { application in
      let active = try application.registry.perform(to: .home, path: application.path)
      _ = try await active.completed()
      application.leave = { await application.catching { try await active.leave() } }
      try await active.leave()
      if let caught = application.caught { throw caught }
    },
    Use(.busy, "interceptor that waits") { application in
      var active: ActiveRoute<any HomeInput>?
      application.decide = { await application.catching { _ = try await active?.completed() } }
      active = try application.registry.perform(to: .home, path: application.path)
      _ = try await active?.completed()
      if let caught = application.caught { throw caught }
    },
    Use(.actionFailed, "view that the presenter has lost") { application in
      let active = try application.registry.perform(
        to: RoutableView<any EditorInput>(), path: application.path)
      application.window.presenter.forgetAll()
      _ = try await active.completed()
    },
    Use(.destinationMismatch, "configuration as another view") { application in
      try application.registry.perform(
        to: .openNote, as: RoutableView<any HeadingInput>(), path: application.path
      ) { _, _ in }
    },
    Use(.preparationFailed, "preparation by a router") { application in
      _ = try DestinationRouter(to: RoutableView<any EditorInput>(), in: application.registry)
        .makeDestination { _ in throw Broken() }
    },
    Use(.preparationFailed, "object of the toolkit") { application in
      _ = try application.registry.prepare(SidePanel())
    },
    Use(.destinationMismatch, "object that is replaced") { application in
      _ = try application.registry.prepare(WideSheet())
    },
    Use(.preparationFailed, "controllers of a segue") { application in
      let preparing: (Picture) throws -> Void = { _ in throw Broken() }
      let pending: PendingSegue<AnyObject>? = nil
      try application.registry.prepare([Picture() as AnyObject], of: pending, preparing: preparing)
    },
    Use(.factoryFailed, "router of any service") { application in
      _ = try application.registry.anyRouter(to: RoutableService<any Draft>())?.makeService()
    },
    Use(.factoryFailed, "element of a collection") { application in
      _ = try application.registry.makeDestinations(of: .healthChecks)
    },
    Use(.factoryFailed, "element of contributions") { application in
      _ = try application.registry.contributions(to: .healthChecks).makeDestinations()
    },
    Use(.scopeClosed, "collection of a closed scope") { application in
      let shift = try application.registry.opening(Shift(number: 1))
      await shift.close()
      _ = try shift.makeDestinations(of: .otherChecks)
    },
    Use(.unknownURL, "URL of a route without a pattern") { application in
      _ = try DestinationRouter(to: RoutableView<any EditorInput>(), in: application.registry).url()
    },
    Use(.factoryFailed, "URL of a configuration") { application in
      _ = try ModuleRouter(to: .openNote, in: application.registry).url { _ in throw Broken() }
    },
    Use(.notAService, "view's URL as a service") { application in
      _ = try application.registry.makeService(for: "notes://home")
    },
    Use(.invalidParameter, "associated domains of a bad application") { application in
      _ = try application.registry.associatedDomains(appIDs: ["A"])
    },
  ]
}

@MainActor
@Suite("Reports of rare errors")
struct ReportedUsesTests: RouteVocabulary {
  @Test(arguments: Use.all)
  fileprivate func `each error is reported once`(_ use: Use) async throws {
    let application = try Application()
    var thrown: (any Error)?
    do { try await inTime { try await use.run(application) } } catch { thrown = error }
    let error = try #require(thrown as? RouteError, "\(String(describing: thrown))")
    #expect(error.code == use.code)
    #expect(application.log.all == ["\(error)"])
  }

  @Test func `a parent cycle is reported`() throws {
    let log = Log()
    let registry = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        URLPattern("/a/:x", through: "/b/:x")
        URLPattern("/b/:x")
        URLPattern("/b/1", through: "/a/1")
      }
    }
    let problem = try #require(error { _ = try registry.plan(for: "/a/1") })
    #expect(problem.code == .parentCycle)
    #expect(log.all == ["\(problem)"])
  }
}
