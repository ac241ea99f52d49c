import Foundation
import Hummingbird
import Waymark

/// The parameters in the URL of a page, which ``Links`` uses to write links.
protocol PageAddress: Sendable, Equatable { init() }

extension PageAddress { static var page: RoutableServiceModule<Self> { .declared() } }

enum Access: Sendable {
  case everybody, members, administrators

  func check(_ request: PageRequest) throws {
    // Others don't learn that the page exists.
    guard try self == .everybody || request.user.isAdministrator || self == .members else {
      throw HTTPError.missing
    }
  }
}

/// A function of a module's pages, such as `NotePages.show`.
typealias PageFunction<Pages, Address> = @Sendable (Pages) -> @Sendable (Address) async throws -> Response

/// A page, which Waymark makes for one request.
struct Page: Sendable { let answer: @Sendable (PageRequest, HTTPRequest.Method) async throws -> Response }

extension RouteModule {
  /// Declares a page: the people who may open it, its URL, and the functions for its methods.
  ///
  /// - Parameters:
  ///   - menu: The page's entry in the menu on every page, and its place among the entries, if any.
  ///   - appLink: The pattern of links to the page that Apple's systems open in an application, if any.
  ///   - form: Accepts the form of the page. If it can't, `get` shows the page again, with the problem.
  @RoutesBuilder func Serves<Pages: Sendable, Address: PageAddress>(
    _ url: URLTemplate<Address>, to access: Access = .members, menu: (title: String, place: Int)? = nil,
    appLink: String? = nil, get: PageFunction<Pages, Address>? = nil,
    form: PageFunction<Pages, Address>? = nil, post: PageFunction<Pages, Address>? = nil,
    put: PageFunction<Pages, Address>? = nil, delete: PageFunction<Pages, Address>? = nil,
    fileID: StaticString = #fileID, line: Int = #line
  ) -> Routes {
    let all = [HTTPRequest.Method.get: get, .post: form ?? post, .put: put, .delete: delete]
    let functions = all.compactMapValues(\.self)
    let methods = HTTPRequest.Method.ofPages.filter { functions[$0] != nil }.map(\.rawValue)
    Route(
      { (address: Address, pages: Pages) in
        Page { request, method in
          try access.check(request)
          guard let function = functions[method] else {
            let allowed: HTTPFields = [.allow: methods.joined(separator: ", ")]
            throw HTTPError(.methodNotAllowed, headers: allowed, message: "This page can't do that.")
          }
          do { return try await function(pages)(address) } catch {
            guard method == .post, form != nil, let get, let problem = HTTPError(known: error),
              problem.status != .notFound
            else { throw error }
            return try await PageWriter.$problem.withValue(problem) { try await get(pages)(address) }
          }
        }
      }, configuration: { Address() }, fileID: fileID, line: line
    ) {
      ServiceModule(Address.page)
      URLPattern(for: Address.self, url, plusIsSpace: true)
      if let appLink { URLPattern(appLink) }
    }
    Route(LinkWriter<Address>.init(registry:), fileID: fileID, line: line) {
      Service<LinkWriter<Address>>(.own)
      Singleton()
    }
    if let menu {
      Route(
        { (links: Links) in MenuItem(title: menu.title, link: try links(Address()), access: access) },
        fileID: fileID, line: line
      ) {
        Contributes(to: .menuItems, as: menu.title, order: menu.place)
        Singleton()
      }
    }
  }
}

extension HTTPRequest.Method { static let ofPages: [Self] = [.get, .post, .put, .delete] }

/// Writes links to pages, from the URLs of a registry.
struct Links: Sendable {
  /// Nil for the server without Waymark, which writes links with a function.
  var registry: Registry?
  var byHand: @Sendable (any PageAddress) throws -> String = { _ in throw HTTPError.missing }

  func callAsFunction<Address: PageAddress>(_ address: Address, notice: Notice? = nil) throws -> String {
    let link = try registry?(RoutableService<LinkWriter<Address>>.own).link(to: address)
    let path = try link ?? byHand(address)
    return notice.map { "\(path)\(path.contains("?") ? "&" : "?")notice=\($0)" } ?? path
  }
}

private final class LinkWriter<Address: PageAddress>: Sendable {
  private let router: ModuleRouter<RoutableServiceModule<Address>>
  private let address = Address()
  private let plain: String?

  init(registry: Registry) throws {
    router = try ModuleRouter(to: Address.page, in: registry)
    plain = try? router.url { _ in }.absoluteString
  }

  func link(to address: Address) throws -> String {
    if let plain, address == self.address { return plain }
    return try router.url { $0 = address }.absoluteString
  }
}

struct MenuItem: Sendable {
  let title, link: String
  var access = Access.members
}

extension RoutableService<Links> { static var links: Self { declared() } }
extension RoutableServices<MenuItem> { static var menuItems: Self { declared() } }

// The parameters of the pages' URLs, for links from other modules. Other parameters are beside their functions.

struct HomeAddress: PageAddress {}
struct LogOutAddress: PageAddress {}
struct RegistrationAddress: PageAddress {}

struct LogInAddress: PageAddress { var next: String? }  // The path to go to afterward.
struct AccountAddress: PageAddress {}

struct NotesAddress: PageAddress {
  var folder: String?  // Nil for all notes.
  var order: NoteOrder?
  var page: Int?  // From 1.
  /// The note that was deleted before, and can be restored.
  var note: String?
}
struct NoteAddress: PageAddress { var note = "" }
struct SearchAddress: PageAddress { var words: String? }
struct SharingAddress: PageAddress { var note = "" }

/// A confirmation on the page after a change, by its name in the query of any page.
enum Notice: String, CaseIterable {
  case saved = "The note was saved."
  case pinned = "The note is now at the top of the list."
  case unpinned = "The note is no longer at the top of the list."
  case deleted = "The note was deleted."
  case restored = "The note was restored."
  case renamed = "The folder was renamed."
  case folderDeleted = "The folder was deleted. Its notes are among all notes."
  case passwordChanged = "The password was changed. All other sessions were ended."
}
