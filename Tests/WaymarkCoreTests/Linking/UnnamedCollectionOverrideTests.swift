import SharedFixtures
import Testing
import WaymarkCore

@Suite("Overriding the only collection of a type by the type")
struct UnnamedCollectionOverrideTests: RouteVocabulary {
  private let base: Registry

  init() throws {
    base = try Registry {
      Route({ Book(label: "old") }) { Contributes(to: .mainLedgers, as: "one") }
      Route({ Book(label: "two") }) { Contributes(to: .mainLedgers, as: "two") }
    }
  }

  @Test func `a contribution by the type replaces the one with its key`() throws {
    let over = try base.overriding {
      Route({ Book(label: "fake") }) { Contributes(to: Services<any NamedLedger>(), as: "one") }
    }
    #expect(try over.makeDestinations(of: .mainLedgers).map(\.label) == ["fake", "two"])
    #expect(try over.makeDestinations(of: Services<any NamedLedger>()).map(\.label) == ["fake", "two"])
  }

  @Test func `Replaces by the type removes the contributions of the only name`() throws {
    let over = try base.overriding { Replaces(Services<any NamedLedger>()) }
    #expect(try over.makeDestinations(of: .mainLedgers).isEmpty)
  }

  @Test func `a profile's contribution by the type replaces the one with its key`() throws {
    let registry = try Registry(profile: .preview) {
      Route({ Book(label: "old") }) { Contributes(to: .mainLedgers, as: "one") }
      When(.preview) {
        Route({ Book(label: "preview") }) { Contributes(to: Services<any NamedLedger>(), as: "one") }
      }
    }
    #expect(try registry.makeDestinations(of: .mainLedgers).map(\.label) == ["preview"])
  }
}
