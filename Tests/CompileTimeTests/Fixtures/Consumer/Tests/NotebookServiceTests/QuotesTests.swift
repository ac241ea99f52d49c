import NotebookService
import Testing
import WaymarkCore

@Suite("A server's module, with the core only")
struct QuotesTests {
  @Test func servicesAreResolvedWithoutTheModuleThatShowsViews() throws {
    let registry = try Registry { QuotesModule() }
    #expect(try registry(.quotes).quote() == "Simplify.")
    #expect(try Registry.withCurrent(registry) { try Greeter().greeting() } == "Hello. Simplify.")
  }
}
