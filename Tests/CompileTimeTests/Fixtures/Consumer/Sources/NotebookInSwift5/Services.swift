import Waymark

protocol PageStore: Sendable { func pages() -> [String] }
/// A protocol as a package has it that hasn't adopted Swift 6: nothing says that it's `Sendable`.
protocol Pen: AnyObject { var color: String { get set } }
protocol Eraser: AnyObject { var size: Int { get set } }
protocol Ruler: AnyObject { var length: Int { get set } }
protocol Stamp { var value: Int { get } }
protocol Postage { var value: Int { get set } }

extension RoutableService<any PageStore> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Pen> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Eraser> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Ruler> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Stamp> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableServiceModule<any Postage> { init() { self.init(declaredProtocol: Protocol.self) } }

struct MemoryPages: PageStore { func pages() -> [String] { ["black"] } }
final class Ballpoint: Pen {
  var color: String
  init(store: any PageStore) { color = store.pages().first ?? "blue" }
}
final class SoftEraser: Eraser { var size = 1 }
final class WoodenRuler: Ruler, ServiceDestination { var length = 10 }
struct PostageValue: Postage { var value = 1 }
struct Sticker: Stamp { var value: Int }

func keep(_ pages: MemoryPages) -> any PageStore { pages }
func makePen(_ resolver: Resolver) throws -> Ballpoint {
  Ballpoint(store: try resolver(RoutableService<any PageStore>()))
}
func refill(_ pen: inout Ballpoint, _ resolver: Resolver) throws { pen.color += " ink" }
func cut(_ eraser: inout SoftEraser, _ resolver: Resolver) throws { eraser.size += 1 }
func extend(_ ruler: inout WoodenRuler, _ resolver: Resolver) throws { ruler.length += 1 }
func makeSticker(_ postage: PostageValue, _ resolver: Resolver) throws -> Sticker {
  Sticker(value: postage.value)
}
func double(_ sticker: inout Sticker, _ postage: PostageValue, _ resolver: Resolver) throws {
  sticker.value *= 2
}
func readPostage(_ parameters: URLParameters, _ postage: inout PostageValue) throws { postage.value = 3 }

/// Each form of a service's route, with functions.
struct ServicesModule: RouteModule {
  init() {}

  var routes: Routes {
    Route(MemoryPages.init) {
      Service<any PageStore>.as(keep)
      Singleton()
    }
    Route(Ballpoint.self, { Service<any Pen>() }, make: makePen, prepare: refill)
    Route(SoftEraser.self, { Service<any Eraser>() }, make: SoftEraser.init, prepare: cut)
    Route(WoodenRuler.self, { Service<any Ruler>() }, prepare: extend)
    Route(
      Sticker.self, configuration: PostageValue.init,
      {
        Service<any Stamp>()
        ServiceModule<any Postage>()
        URLPattern("notebook://stamp")
      }, make: makeSticker, prepare: double, open: readPostage)
  }
}

/// The same forms, with closures.
struct ServicesOfClosuresModule: RouteModule {
  init() {}

  var routes: Routes {
    Route(Ballpoint.init(store:)) {
      Service<any Pen>()
    } prepare: { pen, _ in
      pen.color += " ink"
    }
    Route(SoftEraser.self) {
      Service<any Eraser>()
    } make: {
      SoftEraser()
    } prepare: { eraser, _ in
      eraser.size += 1
    }
    Route(MemoryPages.self) {
      Service<any PageStore>.as { $0 }
    } make: { routes in
      MemoryPages()
    }
    Route(WoodenRuler.self) {
      Service<any Ruler>()
    } prepare: { ruler, _ in
      ruler.length += 1
    }
    Route(Sticker.self, configuration: { PostageValue(value: 5) }) {
      Service<any Stamp>()
      ServiceModule<any Postage>()
    } make: { postage, _ in
      Sticker(value: postage.value)
    } prepare: { sticker, _, _ in
      sticker.value *= 2
    } open: { _, postage in
      postage.value = 3
    }
  }
}
