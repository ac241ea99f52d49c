import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

extension HTTPServerBuilder {
  /// Returns a server that closes connections that are idle, exceed limits, or have had an answer that closes them.
  ///
  /// - Parameters:
  ///   - limit: The time for a request to arrive after its first byte, and for a client to read some more.
  ///   - count: The number of connections of a client, an IPv4 address or a network of IPv6 addresses.
  ///   - proxies: The addresses of proxies, with the connections of many clients.
  static func http1(
    within limit: Duration, connectionsOfEach count: Int, except proxies: [String] = []
  ) -> HTTPServerBuilder {
    let clients = Clients(limit: count, proxies: proxies)
    return .http1(
      configuration: .init(
        additionalChannelHandlers: [ConnectionLimits(TimeAmount(limit), clients)], idleTimeout: .seconds(90),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 8 * 1024, maxHeaderListSize: 16 * 1024, maxHeaderFieldCount: 100)))
  }
}

/// The numbers of open connections of the clients.
private final class Clients: Sendable {
  private let limit: Int
  private let proxies: [String]
  private let counts = Mutex<[String: Int]>([:])

  init(limit: Int, proxies: [String]) { (self.limit, self.proxies) = (limit, proxies) }

  /// Counts a connection until its end, and returns whether its client has no more than the limit.
  func count(_ channel: any Channel) -> Bool {
    guard let address = channel.remoteAddress?.ipAddress, !proxies.contains(address) else { return true }
    let client = RequestReader.network(of: address) ?? address
    channel.closeFuture.whenComplete { [self] _ in
      counts.withLock { $0[client] = $0[client].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
    return counts.withLock {
      $0[client, default: 0] += 1
      return $0[client, default: 0] <= limit
    }
  }
}

/// Closes a connection if a request doesn't arrive in time, or a response isn't read, or after a last response.
///
/// Hummingbird ends idle connections. It waits for the rest of a head, and for a client that doesn't read.
private final class ConnectionLimits: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  private let limit: TimeAmount
  private let clients: Clients
  private var arrival, reading: Scheduled<Void>?
  private var (isLast, isAnswered) = (false, false)

  init(_ limit: TimeAmount, _ clients: Clients) { (self.limit, self.clients) = (limit, clients) }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    // The first request also has to arrive, and a handshake before it.
    arrival = timer(channel)
    let arrivals = ArrivalHandler { [self] in if arrival == nil { arrival = timer(channel) } }
    do { try context.pipeline.syncOperations.addHandler(arrivals, position: .first) } catch {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { for timer in [arrival, reading] { timer?.cancel() } }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    if !clients.count(context.channel) { context.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    context.fireChannelRead(data)
    guard case .end = part else { return }
    arrival?.cancel()
    arrival = nil
    if isAnswered { context.close(promise: nil) }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head): isLast = head.headerFields[.connection] == "close"
    case .end where isLast:
      isAnswered = true
      context.writeAndFlush(data, promise: promise)
      // A client that still sends its body would get an error instead of the answer.
      if arrival == nil { context.close(promise: nil) }
      return
    default: break
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    reading?.cancel()
    reading = context.channel.isWritable ? nil : timer(context.channel)
    context.fireChannelWritabilityChanged()
  }

  private func timer(_ channel: any Channel) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
  }
}

/// Tells the arrival of bytes, before they are decoded.
private final class ArrivalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let arrive: () -> Void

  init(_ arrive: @escaping () -> Void) { self.arrive = arrive }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    arrive()
    context.fireChannelRead(data)
  }
}
