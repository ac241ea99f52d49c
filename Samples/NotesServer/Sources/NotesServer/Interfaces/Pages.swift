import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Waymark

/// The parameters in the URL of a page, from which ``Links`` writes links.
protocol PageAddress: Sendable, Equatable { init() }

extension PageAddress {
  /// The name of the page, for links to it.
  static var page: RoutableServiceModule<Self> { .declared() }
}

/// The people who may open a page.
enum Access: Sendable, CaseIterable { case everybody, members, administrators }

/// A function of a module's pages, such as `NotePages.show`.
typealias PageFunction<Pages, Address> = @Sendable (Pages) -> @Sendable (Address) async throws -> Response

/// A page, which Waymark makes for one request.
protocol AnyPage: Sendable {
  /// Answers a request with a method that the page has.
  func answer(_ method: HTTPRequest.Method) async throws -> Response
}

struct Page<Address: PageAddress>: AnyPage {
  let answer: @Sendable (HTTPRequest.Method) async throws -> Response

  func answer(_ method: HTTPRequest.Method) async throws -> Response { try await answer(method) }
}

/// A page of the site, as the web server adds it to Hummingbird's router.
struct PageEntry: Sendable {
  /// The type of the page, as the registry describes it.
  let name: String
  let access: Access
  let methods: [HTTPRequest.Method]
}

extension RouteModule {
  /// Declares a page: the people who may open it, its URL, and the functions for its methods.
  ///
  /// - Parameter domain: The domain of links that Apple's systems open in an application, if any.
  @RoutesBuilder func Serves<Pages: Sendable, Address: PageAddress>(
    _ url: URLTemplate<Address>, to access: Access = .members, domain: String? = nil,
    get: PageFunction<Pages, Address>? = nil, post: PageFunction<Pages, Address>? = nil,
    put: PageFunction<Pages, Address>? = nil, delete: PageFunction<Pages, Address>? = nil,
    fileID: StaticString = #fileID, line: Int = #line
  ) -> Routes {
    let functions = [HTTPRequest.Method.get: get, .post: post, .put: put, .delete: delete].compactMapValues(
      \.self)
    let methods = HTTPRequest.Method.ofPages.filter { functions[$0] != nil }
    Route(
      { (address: Address, pages: Pages) in
        Page<Address> { method in
          guard let function = functions[method] else { throw HTTPError.missing }
          return try await function(pages)(address)
        }
      }, configuration: { Address() }, fileID: fileID, line: line
    ) {
      ServiceModule(Address.page)
      URLPattern(for: Address.self, url)
      if let domain { URLPattern("https://\(domain)/shared/:token") }
    }
    Route(PageEntry.self, fileID: fileID, line: line) {
      Contributes(to: .pages, as: "\(Address.self)")
    } make: {
      PageEntry(name: "\(Page<Address>.self)", access: access, methods: methods)
    }
  }
}

extension HTTPRequest.Method { static let ofPages: [Self] = [.get, .post, .put, .delete] }

extension RoutableServices<PageEntry> {
  /// The pages of all modules.
  static var pages: Self { declared() }
}

/// Writes links to pages.
struct Links: Sendable {
  private let write: @Sendable (any PageAddress) throws -> String

  /// Writes links with a function, as the server without Waymark does.
  init(_ write: @escaping @Sendable (any PageAddress) throws -> String) { self.write = write }

  /// Writes links from the URLs of a registry's pages, and keeps those without parameters.
  init(registry: Registry) {
    let kept = Mutex<[ObjectIdentifier: any Sendable]>([:])
    @Sendable func link<Address: PageAddress>(to address: Address) throws -> String {
      let id = ObjectIdentifier(Address.self)
      let writer: LinkWriter<Address>
      if let known = kept.withLock({ $0[id] }) as? LinkWriter<Address> {
        writer = known
      } else {
        writer = LinkWriter(router: try ModuleRouter(to: Address.page, in: registry))
        kept.withLock { $0[id] = writer }
      }
      if let link = writer.plain, address == writer.address { return link }
      return try writer.router.url { $0 = address }.absoluteString
    }
    write = { try link(to: $0) }
  }

  /// Returns the link to a page.
  func callAsFunction(_ address: some PageAddress, notice: Notice? = nil) throws -> String {
    let link = try write(address)
    return notice.map { "\(link)\(link.contains("?") ? "&" : "?")notice=\($0)" } ?? link
  }
}

/// Writes the links to one page.
private final class LinkWriter<Address: PageAddress>: Sendable {
  let router: ModuleRouter<RoutableServiceModule<Address>>
  /// The address without parameters, and its link, if it has one.
  let address = Address()
  let plain: String?

  init(router: ModuleRouter<RoutableServiceModule<Address>>) {
    self.router = router
    plain = try? router.url { _ in }.absoluteString
  }
}

/// An entry of the menu on every page.
struct MenuItem: Sendable {
  let title: String
  let link: String
  var access = Access.members
}

extension RoutableService<Links> { static var links: Self { declared() } }
extension RoutableServices<MenuItem> { static var menuItems: Self { declared() } }
