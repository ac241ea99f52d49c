import NotebookService
import Testing
import WaymarkCore
import WaymarkCoreTesting

@Suite("A server's module, with the core only")
struct QuotesTests {
  @Test func servicesAreResolvedWithoutTheModuleThatShowsViews() throws {
    let registry = try Registry { QuotesModule() }
    #expect(try registry(.quotes).quote() == "Simplify.")
    #expect(try Registry.withCurrent(registry) { try Greeter().greeting() } == "Hello. Simplify.")
  }
}

@Suite("A server's module, with the tools for tests that need the core only", .registry { QuotesModule() })
struct QuotesTraitTests {
  struct OtherQuotes: Quotes { func quote() -> String { "Test." } }

  @Test func theRegistryOfTheSuiteIsTheCurrentOne() throws {
    #expect(try Router.makeDestination(to: Service(.quotes)).quote() == "Simplify.")
  }

  @Test(.overriding { Route(OtherQuotes.init) { Service(.quotes) } })
  func oneRouteIsReplaced() throws {
    #expect(try Greeter().greeting() == "Hello. Test.")
  }

  @Test func theModuleIsSound() throws { expectSound(try Registry { QuotesModule() }, dryRun: true) }
}
