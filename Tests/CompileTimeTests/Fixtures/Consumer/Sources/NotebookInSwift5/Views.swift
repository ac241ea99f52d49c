import Waymark

@MainActor protocol PageInput: AnyObject { var text: String { get set } }
@MainActor protocol CoverInput: AnyObject { var color: String { get set } }
@MainActor protocol TitledInput: AnyObject { var title: String { get } }
@MainActor protocol IndexInput: AnyObject { var entries: [String] { get set } }
@MainActor protocol NoteInput: AnyObject { var text: String { get set } }
@MainActor protocol NoteSettings { var text: String { get set } }

extension RoutableView<any PageInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any CoverInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any TitledInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any IndexInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any NoteInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableViewModule<any NoteSettings> { init() { self.init(declaredProtocol: Protocol.self) } }

@MainActor final class Page: PageInput {
  var text: String
  init(store: any PageStore) { text = store.pages().first ?? "" }
}
@MainActor final class Cover: CoverInput {
  var color = "white"
  init() {}
}
@MainActor final class TitledPage: TitledInput {
  let title: String
  init(_ page: any PageInput) { title = page.text }
}
@MainActor final class Index: IndexInput, ViewDestination {
  var entries: [String] = []
  init() {}
}
@MainActor final class NoteView: NoteInput {
  var text = ""
  init() {}
}
struct NoteText: NoteSettings { var text = "note" }

@MainActor func makePage(_ resolver: Resolver) throws -> Page {
  Page(store: try resolver(RoutableService<any PageStore>()))
}
@MainActor func turn(_ page: inout Page, _ resolver: Resolver) throws { page.text += " turned" }
@MainActor func paint(_ cover: inout Cover, _ resolver: Resolver) throws { cover.color = "red" }
@MainActor func fill(_ index: inout Index, _ resolver: Resolver) throws { index.entries = ["a"] }
@MainActor func makeNote(_ text: NoteText, _ resolver: Resolver) throws -> NoteView { NoteView() }
@MainActor func write(_ note: inout NoteView, _ text: NoteText, _ resolver: Resolver) throws {
  note.text = text.text
}
@MainActor func readText(_ parameters: URLParameters, _ text: inout NoteText) throws { text.text = "read" }
@MainActor func addTitle(_ page: any PageInput) -> any TitledInput { TitledPage(page) }
@MainActor func asIndex(_ index: Index) -> any IndexInput { index }
@MainActor func observe(_ event: RouteEvent) {}
@MainActor func decide(_ attempt: RouteAttempt) async throws -> RouteDecision { .proceed }
func report(_ error: RouteError) {}

/// Each form of a view's route, and the other declarations that take functions, with functions.
struct ViewsModule: RouteModule {
  init() {}

  var routes: Routes {
    Observes(observe)
    Intercepts(decide)
    ReportsErrors(report)
    Route(Page.self, { View<any PageInput>() }, make: makePage, prepare: turn)
    Route(Cover.self, { View<any CoverInput>() }, make: Cover.init, prepare: paint)
    Route(Index.self, { View<any IndexInput>.as(asIndex) }, prepare: fill)
    Route(
      NoteView.self, configuration: NoteText.init,
      {
        View<any NoteInput>()
        ViewModule<any NoteSettings>()
        URLPattern("notebook://note")
      }, make: makeNote, prepare: write, open: readText)
    Waymark.Adapter(View<any TitledInput>(), for: View<any PageInput>(), addTitle)
  }
}

/// The same forms, with closures.
struct ViewsOfClosuresModule: RouteModule {
  init() {}

  var routes: Routes {
    Observes { _ in }
    Intercepts { _ in .proceed }
    ReportsErrors { _ in }
    Route(Page.init(store:)) {
      View<any PageInput>()
    } prepare: { page, _ in
      page.text += " turned"
    }
    Route(TitledPage.self) {
      View<any TitledInput>()
    } make: { routes in
      TitledPage(try routes(View<any PageInput>()))
    }
    Route(Cover.self) {
      View<any CoverInput>()
    } make: {
      Cover()
    } prepare: { cover, _ in
      cover.color = "red"
    }
    Route(Index.self) {
      View<any IndexInput>.as { $0 }
    } prepare: { index, _ in
      index.entries = ["a"]
    }
    Route(NoteView.self, configuration: { NoteText() }) {
      View<any NoteInput>()
      ViewModule<any NoteSettings>()
    } make: { text, _ in
      NoteView()
    } prepare: { note, text, _ in
      note.text = text.text
    } open: { _, text in
      text.text = "read"
    }
  }
}

/// A user of the modules.
@MainActor final class Desk {
  @Routed(RoutableView()) var page: any PageInput
  @Routed(RoutableService()) var store: any PageStore

  init() {}

  func write() throws -> String {
    page.text += ", \(store.pages().count)"
    return try Router.makeDestination(to: RoutableView<any TitledInput>()).title + ", " + page.text
  }
}
