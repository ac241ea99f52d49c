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
  private func text(@RoutesBuilder _ route: () -> Routes) -> String {
    let route = route()
    return problemsOfDeriving { () throws(RegistryError) in
      try Registry {
        Route(CardPay.init) { Service(.card) }
        Route(CardPay.init) { Service(.invoice) }
        Route(CardPay.init) { Service(.giftCard) }
        Route(CardPay.init) { Service(.invoiceCard) }
        route
      }
    }
  }

  @Test func `swapped names are a warning`() throws {
    let line = #line
    let registry = try Registry {
      Route(CardPay.init) { Service(.card) }
      Route(CardPay.init) { Service(.invoice) }
      Route(Checkout.init(card:invoice:)) {
        Service(.checkout)
        Takes(.invoice, .card)
      }
    }
    let warning = try #require(registry.diagnostics.first { $0.code == .swappedTakes })
    #expect(
      warning.description == """
        WaymarkCoreTests/SwappedTakesRuleTests.swift:\(line + 4): warning: Takes(.invoice, .card) of Route(Checkout) has another order than its properties: card, invoice [swapped-takes]
            To fix: write Takes(.card, .invoice), if the initializer has the order of the properties
                or: add Accepts(.swappedTakes, because: …) if it has another order
        """)
  }

  @Test func `a name that is equal to a property's means that one`() {
    #expect(
      text {
        Route(Wallet.init(card:giftCard:)) {
          Service(.wallet); Takes(.card, .giftCard)
        }
      } == "")
    #expect(
      text {
        Route(Wallet.init(card:giftCard:)) {
          Service(.wallet); Takes(.giftCard, .card)
        }
      }.contains("write Takes(.card, .giftCard)"))
  }

  @Test func `the order of the properties, and names that show no order, are accepted`() {
    #expect(
      text {
        Route(Checkout.init(card:invoice:)) {
          Service(.checkout); Takes(.card, .invoice)
        }
      } == "")
    #expect(
      text {
        Route(Till.init(first:second:)) {
          Service(.till); Takes(.invoice, .card)
        }
      } == "")
    // Both names contain "card".
    #expect(
      text {
        Route(Checkout.init(card:invoice:)) {
          Service(.checkout); Takes(.giftCard, .card)
        }
      } == "")
    // The second name contains both properties.
    #expect(
      text {
        Route(Checkout.init(card:invoice:)) {
          Service(.checkout); Takes(.invoice, .invoiceCard)
        }
      } == "")
  }

  @Test func `a property's name can contain the name`() {
    let problem = text {
      Route(Desk.init(card:invoice:)) {
        Service(.desk); Takes(.card, .invoice)
      }
    }
    #expect(problem.contains("its properties: invoicePay, cardPay [swapped-takes]"), "\(problem)")
  }

  @Test func `an acceptance suppresses the warning`() {
    #expect(
      text {
        Route(Desk.init(card:invoice:)) {
          Service(.desk)
          Takes(.card, .invoice)
          Accepts(.swappedTakes, because: "the initializer has another order than the properties")
        }
      } == "")
  }
}
