import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

/// A module that counts the searches for its stored properties.
private final class ReflectedModule: RouteModule, CustomReflectable {
  let mirrors = Counter()
  var customMirror: Mirror {
    mirrors.increment()
    return Mirror(self, children: [:])
  }
  var routes: Routes { Route(MemoryStore.self) { Service<any NoteStore>() } }
}

private class PlainModule: RouteModule, @unchecked Sendable {
  var routes: Routes { Route(MemoryStore.self) { Service<any NoteStore>() } }
}

private class NumberedModule: PlainModule, @unchecked Sendable { let number = 1 }

private final class InheritingModule: NumberedModule, @unchecked Sendable {}

private enum Feature: RouteModule {
  case notes, time

  var routes: Routes {
    switch self {
    case .notes: Route(MemoryStore.self) { Service<any NoteStore>() }
    case .time: Route(SystemTime.self) { Service<any TimeSource>() }
    }
  }
}

private struct CheckModule: RouteModule {
  var routes: Routes { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
}

private struct CheckFeature: RouteModule {
  let number: Int
  var routes: Routes { CheckModule() }
}

@Suite("Visiting the declarations of modules")
struct ModuleTraversalTests {
  @Test func `an extension looks once for the stored properties of a module`() throws {
    let module = ReflectedModule()
    let text = try problems {
      module
    } extending: {
      module
    }
    #expect(text.isEmpty)
    #expect(module.mirrors.value <= 2)
  }

  @Test func `a case is a parameter of a module`() throws {
    let both = try Registry {
      Feature.notes
      Feature.time
    }
    #expect(both.routes.count == 2)
    let early = try Registry(stage: .early) { Feature.notes }
    #expect(try early.extending { Feature.time }.routes.count == 2)
  }

  @Test func `an inherited stored property is a parameter of a module`() throws {
    let plain = try Registry { PlainModule() }
    #expect(try plain.extending { PlainModule() }.routes.count == 1)
    let inheriting = try Registry { InheritingModule() }
    let error = #expect(throws: RegistryError.self) { try inheriting.extending { InheritingModule() } }
    #expect(error?.diagnostics.map(\.code) == [.duplicateProvision])
  }

  @Test(arguments: [nil, Profile.preview])
  func `a module counts once in any order of profiles and other blocks`(profile: Profile?) throws {
    func count(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) -> Int {
      try Registry(profile: profile, routes).contributions(to: .healthChecks).count
    }
    let once = try [
      count {
        CheckModule()
        When(.preview) { CheckModule() }
      },
      count {
        When(.preview) { CheckModule() }
        CheckModule()
      },
      count {
        When(.preview) { CheckModule() }
        CheckFeature(number: 1)
      },
      count {
        When(.preview) {}
        CheckFeature(number: 1)
        CheckFeature(number: 2)
      },
    ]
    #expect(once == [1, 1, 1, 1])
    let inProfile = try [
      count {
        When(.preview) {
          CheckModule()
          CheckModule()
        }
      },
      count {
        When(.preview) {
          CheckFeature(number: 1)
          CheckFeature(number: 2)
        }
      },
      count {
        When(.preview) { CheckModule() }
        When(.preview, Profile("kiosk")) { CheckModule() }
      },
      count {
        When(Profile("kiosk")) { CheckModule() }
        When(.preview) { CheckModule() }
      },
    ]
    #expect(inProfile == Array(repeating: profile == nil ? 0 : 1, count: 4))
  }
}
