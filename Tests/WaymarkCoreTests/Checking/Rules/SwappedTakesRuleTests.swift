import SharedFixtures
import Testing
import WaymarkCore

private protocol Pay: Sendable {}
private struct CardPay: Pay {}
extension RoutableService<any Pay> {
  fileprivate static var card: Self { declared() }
  fileprivate static var invoice: Self { declared() }
  fileprivate static var giftCard: Self { declared() }
  fileprivate static var invoiceCard: Self { declared() }
}
extension RoutableService<Checkout> { fileprivate static var checkout: Self { declared() } }
extension RoutableService<Till> { fileprivate static var till: Self { declared() } }
extension RoutableService<Wallet> { fileprivate static var wallet: Self { declared() } }
extension RoutableService<Desk> { fileprivate static var desk: Self { declared() } }

private struct Checkout: Sendable {
  let card: any Pay
  let invoice: any Pay
}

/// The name of one property contains the other's.
private struct Wallet: Sendable {
  let card: any Pay
  let giftCard: any Pay
}

/// The properties have other types and names than the parameters.
private final class Till: Sendable {
  let first: any Pay
  let second: (any Pay)?
  init(first: any Pay, second: any Pay) { (self.first, self.second) = (first, second) }
}

private final class Desk: Sendable {
  let invoicePay: any Pay
  let cardPay: any Pay
  init(card: any Pay, invoice: any Pay) { (cardPay, invoicePay) = (card, invoice) }
}

@Suite("Rule: names in Takes have the order of the properties")
struct SwappedTakesRuleTests: RouteVocabulary {
  /// The warnings about a route that takes two names.
  private func text<Made>(
    _ make: @escaping @Sendable (any Pay, any Pay) -> Made, _ token: RoutableService<Made>,
    takes first: RoutableService<any Pay>, _ second: RoutableService<any Pay>, isAccepted: Bool = false,
    line: Int = #line
  ) -> String {
    problems(line: line) {
      Route(CardPay.init) { Service(.card) }
      Route(CardPay.init) { Service(.invoice) }
      Route(CardPay.init) { Service(.giftCard) }
      Route(CardPay.init) { Service(.invoiceCard) }
      Route(make, line: line) {
        token
        Takes(first, second)
        if isAccepted { Accepts(.swappedTakes, because: "the initializer has another order") }
      }
    }
  }

  @Test func `a name that is equal to a property's means that one`() {
    #expect(text(Wallet.init, .wallet, takes: .card, .giftCard) == "")
    #expect(text(Wallet.init, .wallet, takes: .giftCard, .card).contains("write Takes(.card, .giftCard)"))
  }

  @Test func `the order of the properties, and names that show no order, are accepted`() {
    #expect(text(Checkout.init, .checkout, takes: .card, .invoice) == "")
    #expect(text(Till.init, .till, takes: .invoice, .card) == "")
    #expect(text(Checkout.init, .checkout, takes: .giftCard, .card) == "", "both names contain card")
    #expect(
      text(Checkout.init, .checkout, takes: .invoice, .invoiceCard) == "",
      "the second name contains both properties")
  }

  @Test func `a property's name can contain the name, and the route can accept the warning`() {
    let problem = text(Desk.init, .desk, takes: .card, .invoice)
    #expect(problem.contains("its properties: invoicePay, cardPay [swapped-takes]"), "\(problem)")
    #expect(text(Desk.init, .desk, takes: .card, .invoice, isAccepted: true) == "")
  }
}
