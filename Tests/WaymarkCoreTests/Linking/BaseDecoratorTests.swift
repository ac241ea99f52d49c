import SharedFixtures
import Testing
import WaymarkCore

@Suite("An extension checks the decorators of its base")
struct BaseDecoratorTests: RouteVocabulary {
  @Test func `a later registry without an early decorator's dependency is an error`() throws {
    let early = try Registry(stage: .early) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(
        .time, with: { (inner: any TimeSource, notes: DestinationServiceRouter<any NoteStore>) in inner })
    }
    let text = problemsOfDeriving { () throws(RegistryError) in try early.extending {} }
    #expect(text.contains("[missing-requirement]"), "\(text)")
  }

  @Test func `an extension's second name for a decorator of the base is an error`() throws {
    let base = try Registry {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time, with: { (inner: any TimeSource, ledger: any NamedLedger) in inner })
    }
    #expect(try base(.time).now == 42)
    // At run time: ambiguousName. The same parameter of a route is the error ambiguous-name of the extension.
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { Route({ Book(label: "2") }) { Service(.copyLedger) } }
    }
    #expect(text.contains("[ambiguous-name]"), "\(text)")
  }
}
