package import WaymarkCore

// A chain of services where each needs the next one: `Link<D0, D0>`, `Link<D0, D1>`, and so on.

/// A digit of a number in a type.
package protocol Digit: SendableMetatype {}
package enum D0: Digit {}
package enum D1: Digit {}
package enum D2: Digit {}
package enum D3: Digit {}
package enum D4: Digit {}
package enum D5: Digit {}
package enum D6: Digit {}
package enum D7: Digit {}
package enum D8: Digit {}
package enum D9: Digit {}
package enum D10: Digit {}
package enum D11: Digit {}

/// A link with a number: the tens, and the last digit.
package final class Link<Tens: Digit, Ones: Digit>: Sendable {
  private let next: (any AnyObject & Sendable)?
  package init(next: (any AnyObject & Sendable)?) { self.next = next }
}

extension RoutableService {
  package init<Tens, Ones>() where Protocol == Link<Tens, Ones> { self.init(declaredProtocol: Protocol.self) }
}

/// A module with a chain of at most 120 links.
package struct LinksModule: RouteModule {
  /// The numbers of the links, where each link needs the next one.
  private let numbers: Range<Int>
  /// Whether the last link needs one with the number after it.
  private let isOpen: Bool
  /// The link that resolves the next one later, if any.
  private let lazy: Int?
  private let isKept: Bool

  package init(_ numbers: Range<Int>, isOpen: Bool = false, lazy: Int? = nil, isKept: Bool = false) {
    self.numbers = numbers
    self.isOpen = isOpen
    self.lazy = lazy
    self.isKept = isKept
  }

  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self, D10.self,
    D11.self,
  ]

  @RoutesBuilder package var routes: Routes {
    for number in numbers {
      let (tens, ones) = (Self.digits[number / 10], Self.digits[number % 10])
      let (nextTens, nextOnes) = (Self.digits[(number + 1) / 10 % 12], Self.digits[(number + 1) % 10])
      if number < numbers.upperBound - 1 || isOpen {
        route(tens, ones, nextTens, nextOnes, isLazy: number == lazy)
      } else {
        end(tens, ones)
      }
    }
  }

  @RoutesBuilder
  private func route<Tens: Digit, Ones: Digit, NextTens: Digit, NextOnes: Digit>(
    _: Tens.Type, _: Ones.Type, _: NextTens.Type, _: NextOnes.Type, isLazy: Bool
  ) -> Routes {
    if isLazy {
      let make: @Sendable (DestinationServiceRouter<Link<NextTens, NextOnes>>) -> Link<Tens, Ones> = { _ in
        Link(next: nil)
      }
      Route(make) { RoutableService<Link<Tens, Ones>>() }
    } else {
      Route({ @Sendable (next: Link<NextTens, NextOnes>) in Link<Tens, Ones>(next: next) }) {
        RoutableService<Link<Tens, Ones>>()
        if isKept { Singleton() }
      }
    }
  }

  @RoutesBuilder private func end<Tens: Digit, Ones: Digit>(_: Tens.Type, _: Ones.Type) -> Routes {
    Route({ @Sendable in Link<Tens, Ones>(next: nil) }) {
      RoutableService<Link<Tens, Ones>>()
      if isKept { Singleton() }
    }
  }
}
