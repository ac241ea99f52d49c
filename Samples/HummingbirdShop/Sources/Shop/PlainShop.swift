import Hummingbird
import Logging
import Tracing

/// The same shop without Waymark, to compare both.
enum PlainShop {
  static func run(_ configuration: ApplicationConfiguration, logger: Logger) async throws {
    let (pool, sessions) = (try await ConnectionPool(logger: logger), MemoryPersistDriver())
    await pool.open()
    let application = Application(
      router: router(pool, sessions), configuration: configuration, services: [sessions], logger: logger)
    do { try await application.runService() } catch {
      await pool.close()
      throw error
    }
    await pool.close()
  }

  static func router(
    _ pool: ConnectionPool, _ sessions: MemoryPersistDriver<ContinuousClock>
  ) -> Hummingbird.Router<ShopContext> {
    let router = Hummingbird.Router(context: ShopContext.self)
    router.addMiddleware {
      TracingMiddleware()
      MetricsMiddleware()
      LogRequestsMiddleware(.info)
      LoginMiddleware(sessions: sessions)
    }
    router.get("health") { _, _ -> HTTPResponse.Status in
      await PoolCheck(pool: pool).isHealthy ? .ok : .serviceUnavailable
    }
    router.post("login") { request, context -> Response in
      let login = try await request.decode(as: Login.self, context: context)
      let id = "\(UInt128.random(in: 0 ... .max))"
      try await sessions.create(key: id, value: login, expires: .seconds(1_800))
      var response = Response(status: .noContent)
      response.setCookie(
        Cookie(name: "session", value: id, path: "/", secure: false, httpOnly: true, sameSite: .lax))
      return response
    }
    router.post("logout") { request, _ -> HTTPResponse.Status in
      try await sessions.remove(key: request.cookies["session"]?.value ?? "")
      return .noContent
    }
    router.get("orders") { _, context in try await OrderList(pool: pool, login: context.login).all() }
    router.post("orders") { request, context in
      let order = try await request.decode(as: Order.self, context: context)
      let transaction = try await OrderTransaction(pool: pool, login: context.login)
      var logger = context.logger
      logger[metadataKey: "user"] = context.login.map { .string($0.user) }
      let checkout = Checkout(
        transaction: transaction, card: CardPayments(), invoice: InvoicePayments(), login: context.login,
        logger: logger)
      do {
        let placed = try await checkout.place(order)
        await transaction.commit()
        return EditedResponse(status: .created, response: placed)
      } catch {
        await transaction.rollback()
        throw error
      }
    }
    router.get("orders.csv") { _, context in
      let orders = OrderList(pool: pool, login: context.login)
      guard context.login != nil else { throw ShopError.loggedOut }
      return Response(
        status: .ok, headers: [.contentType: "text/csv"],
        body: ResponseBody { writer in
          for order in try await orders.all() {
            let item = order.item.replacing("\"", with: "\"\"")
            try await writer.write(ByteBuffer(string: "\"\(item)\",\(order.price)\n"))
          }
          try await writer.finish(nil)
        })
    }
    return router
  }
}

/// Finds the login of each request, and opens its span.
private struct LoginMiddleware: RouterMiddleware {
  let sessions: MemoryPersistDriver<ContinuousClock>

  func handle(_ request: Request, context: ShopContext, next: Next) async throws -> Response {
    var context = context
    context.login = try await sessions.get(key: request.cookies["session"]?.value ?? "", as: Login.self)
    return try await withSpan("visit") { span in
      if let login = context.login { span.attributes["user"] = login.user }
      return try await next(request, context)
    }
  }
}
