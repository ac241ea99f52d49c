// A web shop in one file. The article "Serving requests" explains its sections in order.
import ArgumentParser
import Hummingbird
import Logging
import Metrics
import Tracing
import Waymark
import WaymarkServer

// Both packages have a `Router`. This import makes the name Hummingbird's in this file.
import class Hummingbird.Router

// MARK: - Scopes

/// A visitor who has logged in, also between requests.
struct Login: RouteScope, Codable { let user: String }

/// A request, by a visitor who has logged in or not.
struct Visit: RouteScope {
  typealias Outer = Login?
  let logger: Logger
}

/// A download of a user, which lasts longer than the function that answers the request.
struct Export: RouteScope { typealias Outer = Login }

// MARK: - Names

extension RoutableService<any PersistDriver> { static var sessions: Self { declared() } }
extension RoutableService<ScopeCache<String, Login>> { static var logins: Self { declared() } }
extension RoutableService<ConnectionPool> { static var pool: Self { declared() } }
extension RoutableService<OrderTransaction> { static var transaction: Self { declared() } }
extension RoutableService<any Payments> { static var card: Self { declared() } }
extension RoutableService<any Payments> { static var invoice: Self { declared() } }
extension RoutableService<Checkout> { static var checkout: Self { declared() } }
extension RoutableService<OrderList> { static var orders: Self { declared() } }
extension RoutableService<Logger> { static var requestLogger: Self { declared() } }
extension RoutableServices<any HealthCheck> { static var healthChecks: Self { declared() } }

// MARK: - The database

struct Order: ResponseCodable { let item: String, price: Int }

/// Connections to a database, which keeps orders in memory here.
actor ConnectionPool {
  private var orders: [String: [Order]] = [:]
  private let logger: Logger
  private(set) var isOpen = false { didSet { logger.info(isOpen ? "connected" : "disconnected") } }
  init(logger: Logger) async throws { self.logger = logger }
  func open() { isOpen = true }
  func close() { isOpen = false }
  func orders(of user: String) -> [Order] { orders[user] ?? [] }
  func add(_ new: [Order], for user: String) { orders[user, default: []] += new }
}

/// A transaction of a visit, which ends with it.
actor OrderTransaction {
  private let pool: ConnectionPool
  private let login: Login?
  private var orders: [Order] = []
  init(pool: ConnectionPool, login: Login?) async throws {
    guard await pool.isOpen else { throw ShopError.unavailable }
    (self.pool, self.login) = (pool, login)
  }
  func add(_ order: Order) { orders.append(order) }
  func rollback() { orders = [] }
  func commit() async { if let login { await pool.add(orders, for: login.user) } }
}

// MARK: - Payments and the checkout

protocol Payments: Sendable { func pay(_ amount: Int) async throws }
struct CardPayments: Payments { func pay(_ amount: Int) { Counter(label: "shop.cards").increment() } }
struct InvoicePayments: Payments {
  func pay(_ amount: Int) async throws {
    guard amount < 10_000 else { throw ShopError.declined }
    Counter(label: "shop.invoices").increment()
  }
}

struct Checkout {
  let transaction: OrderTransaction, card: any Payments, invoice: any Payments
  let login: Login?, logger: Logger

  func place(_ order: Order) async throws -> Order {
    guard login != nil else { throw ShopError.loggedOut }
    await transaction.add(order)  // An error rolls the transaction back.
    try await (order.price < 1_000 ? card : invoice).pay(order.price)
    logger.info("ordered", metadata: ["item": .string(order.item)])
    return order
  }
}

struct OrderList {
  let pool: ConnectionPool, login: Login?
  func all() async throws -> [Order] {
    guard let login else { throw ShopError.loggedOut }
    return await pool.orders(of: login.user)
  }
}

// MARK: - Errors

/// An error of the shop, as Hummingbird's.
enum ShopError: String, HTTPResponseError {
  case loggedOut, declined, unavailable
  var status: HTTPResponse.Status {
    switch self {
    case .loggedOut: .unauthorized
    case .declined: .unprocessableContent
    case .unavailable: .serviceUnavailable
    }
  }
  func response(from request: Request, context: some RequestContext) throws -> Response {
    try HTTPError(status, message: rawValue).response(from: request, context: context)
  }
}

/// Responds with the error of a dependency, rather than the registry's error about it.
struct ErrorMiddleware: RouterMiddleware {
  func handle(_ request: Request, context: ShopContext, next: Next) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as RouteError {
      throw error.underlying ?? error
    }
  }
}

// MARK: - Health

protocol HealthCheck: Sendable { var isHealthy: Bool { get async } }
struct PoolCheck: HealthCheck {
  let pool: ConnectionPool
  var isHealthy: Bool { get async { await pool.isOpen } }
}

// MARK: - The module

/// Returns the logger of a request, with the user in its metadata.
func requestLogger(login: Login?, visit: Visit) -> Logger {
  var logger = visit.logger
  logger[metadataKey: "user"] = login.map { .string($0.user) }
  return logger
}

/// Hands the start of an instance to the tracer, as a span that has just ended.
@Sendable func trace(_ event: LifecycleEvent) {
  guard case .didStart = event.phase, let duration = event.duration else { return }
  let (now, instant) = (DefaultTracerClock.now.nanosecondsSinceEpoch, DefaultTracerClock.Timestamp.init)
  let begun = instant(now - UInt64(duration / .nanoseconds(1)))
  startSpan("start \(event.destinationName)", at: begun).end(at: instant(now))
}

struct ShopModule: RouteModule {
  let logger: Logger

  var routes: Routes {
    ObservesLifecycle(trace)
    ReportsErrors { [logger] in logger.error("\($0)") }
    Route({ MemoryPersistDriver() as any PersistDriver }) {
      Service(.sessions)
      Singleton()
    }
    Route({ [logger] in try await ConnectionPool(logger: logger) }) {
      Service(.pool)
      Singleton()
      Starting(within: .seconds(5)) { await $0.open() }
      Stopping { await $0.close() }
    }
    Route({ (registry: Registry, _: ConnectionPool) in ScopeCache<String, Login>(in: registry) }) {
      Service(.logins)
      Singleton()
      Stopping { await $0.closeAll() }
    }
    Route(OrderTransaction.init(pool:login:)) {
      Service(.transaction)
      Scoped(to: Visit.self)
      OnDemand()
      Stopping { transaction, outcome in
        switch outcome {
        case .finished: await transaction.commit()
        case .failed: await transaction.rollback()
        }
      }
    }
    Route(requestLogger(login:visit:)) {
      Service(.requestLogger)
      Scoped(to: Visit.self)
    }
    Route(CardPayments.init) { Service(.card) }
    Route(InvoicePayments.init) { Service(.invoice) }
    Route(Checkout.init(transaction:card:invoice:login:logger:)) {
      Service(.checkout)
      Takes(.card, .invoice)
    }
    Route(OrderList.init(pool:login:)) { Service(.orders) }
    Route(PoolCheck.init(pool:)) { Contributes(to: .healthChecks, as: "pool") }
  }
}

// MARK: - The middleware

/// The context of a request, with the login for handlers (services get it from the scopes).
struct ShopContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  var login: Login?
  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}

typealias Next = (Request, ShopContext) async throws -> Response

/// Opens the scope of each request, inside the scope of its session if there's one.
struct ScopeMiddleware: RouterMiddleware {
  let registry: Registry

  func handle(_ request: Request, context: ShopContext, next: Next) async throws -> Response {
    var context = context
    let visit = Visit(logger: context.logger)
    let id = request.cookies["session"]?.value ?? ""
    context.login = try await registry(.sessions).get(key: id, as: Login.self)
    guard let login = context.login else {
      return try await withSpan("visit") { _ in
        try await registry.withScope(visit) { try await next(request, context) }
      }
    }
    return try await registry(.logins).withScope(for: id) {
      login
    } operation: {
      try await withSpan("visit") { span in
        span.attributes["user"] = login.user
        return try await Registry.current.withScope(visit) { try await next(request, context) }
      }
    }
  }
}

// MARK: - The router

func router(_ registry: Registry) -> Router<ShopContext> {
  let router = Router(context: ShopContext.self)
  router.addMiddleware {
    TracingMiddleware()
    MetricsMiddleware()
    LogRequestsMiddleware(.info)
    ErrorMiddleware()
    ScopeMiddleware(registry: registry)
  }
  router.get("health") { _, _ -> HTTPResponse.Status in
    for check in try Registry.current.makeDestinations(of: RoutableServices(.healthChecks)) {
      guard await check.isHealthy else { return .serviceUnavailable }
    }
    return .ok
  }
  router.post("login") { request, context -> Response in
    // A real shop checks a password first.
    let login = try await request.decode(as: Login.self, context: context)
    let id = "\(UInt128.random(in: 0 ... .max))"
    try await Registry.current(.sessions).create(key: id, value: login, expires: .seconds(1_800))
    var response = Response(status: .noContent)
    response.setCookie(
      Cookie(name: "session", value: id, path: "/", secure: false, httpOnly: true, sameSite: .lax))
    return response
  }
  router.post("logout") { request, _ -> HTTPResponse.Status in
    let id = request.cookies["session"]?.value ?? ""
    try await Registry.current(.sessions).remove(key: id)
    try registry(.logins).remove(id)
    return .noContent
  }
  router.get("orders") { _, _ in try await Registry.current(.orders).all() }
  router.post("orders") { request, context in
    let order = try await request.decode(as: Order.self, context: context)
    let placed = try await Registry.current.started(.checkout).place(order)
    return EditedResponse(status: .created, response: placed)
  }
  router.get("orders.csv") { _, context in
    guard context.login != nil else { throw ShopError.loggedOut }
    let export = try Registry.current.opening(Export())
    return Response(
      status: .ok, headers: [.contentType: "text/csv"],
      body: ResponseBody { writer in
        try await export.closing { @concurrent in
          for order in try await Registry.current(.orders).all() {
            let item = order.item.replacing("\"", with: "\"\"")
            let line = "\"\(item)\",\(order.price)\n"
            try await writer.write(ByteBuffer(string: line))
          }
        }
        try await writer.finish(nil)
      })
  }
  return router
}

// MARK: - The program

@main struct Shop: AsyncParsableCommand {
  @Option(help: "The address to listen at.") var host = "127.0.0.1"
  @Option(help: "The port to listen at.") var port = 8080
  @Option(help: "The least severe messages to log.") var logLevel = Logger.Level.info
  @Flag(help: "Serve the same requests without Waymark, to compare both.") var plain = false

  func run() async throws {
    var logger = Logger(label: "shop")
    logger.logLevel = logLevel
    let configuration = ApplicationConfiguration(address: .hostname(host, port: port))
    if plain { return try await PlainShop.run(configuration, logger: logger) }
    let registry = try Registry { [logger] in ShopModule(logger: logger) }
    try await registry.run { [logger] in
      let application = Application(
        router: router(registry), configuration: configuration, services: [try registry(.sessions)],
        logger: logger)
      try await application.runService()
    }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
