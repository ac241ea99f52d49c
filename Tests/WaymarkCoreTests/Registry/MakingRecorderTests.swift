import SharedFixtures
import Testing

@testable import WaymarkCore

@Suite("Recording the instances of a registry")
struct MakingRecorderTests: RouteVocabulary {
  private let recorder = MakingRecorder(parent: nil)

  @Test func `a recorder of many objects forgets only the released ones`() throws {
    let registry = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
      .recorded(by: recorder, hasHandlers: false)
    var stores: [any NoteStore] = []
    for number in 0..<1_100 {
      let store = try registry(Service<any NoteStore>())
      if number % 2 == 0 { stores.append(store) }
    }
    #expect(recorder.alive.map { $0.object.map(ObjectIdentifier.init) } == stores.map(ObjectIdentifier.init))
  }

  @Test func `releasing the instances of a recorded registry ends its scopes`() throws {
    let session = try Registry { VisitModule() }.opening(Login(user: "ann"))
    let recorded = session.recorded(by: recorder, hasHandlers: false)
    weak let basket = try recorded(.visitorBasket)
    #expect(basket != nil)
    recorded.releaseInstances()
    #expect(basket == nil)
    #expect(error { _ = try recorded(.visitorBasket) }?.code == .scopeClosed)
  }
}
