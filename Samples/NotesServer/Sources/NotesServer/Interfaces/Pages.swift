import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Waymark

/// The parameters in the URL of a page.
///
/// Every link is written from them (see ``Links``).
protocol PageAddress: Sendable {
  init()
}

extension PageAddress {
  /// The name of the page, for links to it.
  static var page: RoutableServiceModule<Self> { .declared() }
}

/// The people who may open a page.
enum Access: Sendable, CaseIterable {
  case everybody, members, administrators
}

/// A page: Waymark makes it for one request, and calls the function of the request's method.
protocol Page: Sendable {
  associatedtype Address: PageAddress
  var address: Address { get }
  static var access: Access { get }
  static var methods: [HTTPRequest.Method] { get }
  func get() async throws -> Response
  func post() async throws -> Response
  func put() async throws -> Response
  func delete() async throws -> Response
}

extension Page {
  static var access: Access { .members }
  static var methods: [HTTPRequest.Method] { [.get] }
  func get() async throws -> Response { throw HTTPError(.methodNotAllowed) }
  func post() async throws -> Response { throw HTTPError(.methodNotAllowed) }
  func put() async throws -> Response { throw HTTPError(.methodNotAllowed) }
  func delete() async throws -> Response { throw HTTPError(.methodNotAllowed) }

  /// Answers a request.
  func respond(to method: HTTPRequest.Method) async throws -> Response {
    switch method {
    case .post: try await post()
    case .put: try await put()
    case .delete: try await delete()
    default: try await get()
    }
  }
}

/// A page of the site, as the web server adds it to Hummingbird's router.
struct PageEntry: Sendable {
  /// The type of the page, as the registry describes it.
  let name: String
  let access: Access
  let methods: [HTTPRequest.Method]

  init<P: Page>(_ page: P.Type) {
    name = "\(page)"
    access = P.access
    methods = P.methods
  }
}

extension RouteModule {
  /// Declares a page: its initializer, whose first argument is the address and whose others are dependencies, and its URL.
  @RoutesBuilder
  func Serves<P: Page, each Dependency>(
    _ make: @escaping @Sendable (P.Address, repeat each Dependency) throws -> P,
    at url: URLTemplate<P.Address>,
    fileID: StaticString = #fileID, line: Int = #line
  ) -> Routes {
    Route(make, configuration: { P.Address() }, fileID: fileID, line: line) {
      ServiceModule(P.Address.page)
      URLPattern(for: P.Address.self, url)
    }
    Route(PageEntry.self, fileID: fileID, line: line) {
      Contributes(to: .pages, as: "\(P.self)")
    } make: {
      PageEntry(P.self)
    }
  }
}

extension RoutableServices<PageEntry> {
  /// The pages of all modules.
  static var pages: Self { declared() }
}

/// Writes links to pages.
struct Links: Sendable {
  private let write: @Sendable (any PageAddress) throws -> String

  /// Writes links with a function.
  ///
  /// The server without Waymark has one that is written by hand.
  init(_ write: @escaping @Sendable (any PageAddress) throws -> String) { self.write = write }

  /// Writes links from the URLs of a registry's pages. The routers to the pages are kept, and links without parameters.
  init(registry: Registry) {
    let kept = Mutex<[ObjectIdentifier: any Sendable]>([:])
    @Sendable func link<Address: PageAddress>(to address: Address) throws -> String {
      let id = ObjectIdentifier(Address.self)
      let known = kept.withLock { $0[id] }
      if let link = known as? String { return link }
      if let router = known as? ModuleRouter<RoutableServiceModule<Address>> {
        return try router.url { $0 = address }.absoluteString
      }
      let router = try ModuleRouter(to: Address.page, in: registry)
      let link = try router.url { $0 = address }.absoluteString
      kept.withLock { $0[id] = MemoryLayout<Address>.size == 0 ? link : router }
      return link
    }
    write = { try link(to: $0) }
  }

  /// Returns the link to a page.
  func callAsFunction(_ address: some PageAddress) throws -> String { try write(address) }
}

extension RoutableService<Links> {
  /// Writes links.
  static var links: Self { declared() }
}

/// An entry of the menu on every page.
struct MenuItem: Sendable {
  let title: String
  let link: String
  var access = Access.members
}

extension RoutableServices<MenuItem> {
  /// The entries of the menu, contributed by modules.
  static var menuItems: Self { declared() }
}
