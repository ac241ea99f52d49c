import Foundation
@_spi(Internal) import Hummingbird
import Measurements
import Waymark

/// Finding the pattern of a URL, among many.
struct Matching: Sendable {
  /// The number of patterns.
  let count: Int

  var comparisons: [Comparison] {
    [
      compare(URLWork.hit, urls("module", "edit")), compare(URLWork.missAtTheFirst, urls("nodule", "edit")),
      compare(URLWork.missAtTheLast, urls("module", "exit")), typed,
      beside(URLWork.router, urls("module", "edit")),
      beside(URLWork.routerMiss, urls("module", "exit")), written,
      Comparison(
        URLWork.compiled,
        baseline: .once { { keep(HandWrittenTree((0..<count).map { "/module\($0)/:id/edit" })) } },
        waymark: .once { { keepValue(try registry()) } }),
      Comparison(
        URLWork.firstMatch,
        waymark: .once {
          let registry = try registry()
          return { keepValue(registry.match("/module7/7/edit")) }
        }),
    ]
  }

  /// Returns 64 URLs, spread over all patterns.
  private func urls(_ name: String, _ last: String) -> [String] {
    (0..<64).map { "/\(name)\($0 * 77 % count)/\($0)/\(last)" }
  }

  private func compare(_ work: Work, _ urls: [String]) -> Comparison {
    Comparison(
      work,
      baseline: .loop {
        let table = handWritten()
        return { times in for index in 0..<times { keepValue(table.match(urls[index & 63])) } }
      }, waymark: waymark(urls))
  }

  private func beside(_ work: Work, _ urls: [String]) -> Comparison {
    Comparison(
      work,
      baseline: .loop {
        let builder = RouterPathTrieBuilder<Int>()
        for index in 0..<count { builder.addEntry(RouterPath("/module\(index)/:id/edit"), value: index) }
        let trie = RouterTrie(base: builder)
        return { times in for index in 0..<times { keepValue(trie.resolve(urls[index & 63])) } }
      }, waymark: waymark(urls))
  }

  private func waymark(_ urls: [String]) -> Sample {
    .loop {
      let registry = try registry()
      return { times in for index in 0..<times { keepValue(registry.match(urls[index & 63])) } }
    }
  }

  private var typed: Comparison {
    let urls = urls("module", "edit")
    return Comparison(
      URLWork.typed,
      baseline: .loop {
        let table = handWritten()
        return { times in
          for index in 0..<times {
            let url = urls[index & 63]
            guard let id = table.match(url)?.id else { continue }
            let start = url.utf8.index(url.utf8.startIndex, offsetBy: id.lowerBound)
            keepValue(Int(url[start..<url.utf8.index(start, offsetBy: id.count)]))
          }
        }
      },
      waymark: .loop {
        let registry = try registry()
        return { times in
          for index in 0..<times {
            keepValue(try registry.match(urls[index & 63])?.parameters.value("id", as: Int.self))
          }
        }
      })
  }

  private var written: Comparison {
    let ids = (0..<64).map { "ann-\($0)" }
    return Comparison(
      URLWork.written,
      baseline: .loop {
        { times in
          for index in 0..<times { keepValue(URL(string: "/notes/\(ids[index & 63])/edit")) }
        }
      },
      waymark: .loop {
        let registry = try registry().extending {
          Route({ (_: Address) in Page() }, configuration: { Address() }) {
            RoutableServiceModule(.address)
            URLPattern(for: Address.self, "/notes/\(\.note)/edit")
          }
        }
        let router = try ModuleRouter(to: RoutableServiceModule<Address>.address, in: registry)
        return { times in
          for index in 0..<times { keepValue(try router.url { $0.note = ids[index & 63] }) }
        }
      })
  }

  private func handWritten() -> HandWrittenPatterns {
    HandWrittenPatterns((0..<count).map { "module\($0)" })
  }

  private func registry() throws -> Registry {
    try Registry {
      Route(Target.self) {
        RoutableService<Target>()
        for index in 0..<count { URLPattern("/module\(index)/:id/edit") }
      }
    }
  }
}

/// The destination of all URLs.
private struct Target: ServiceDestination {}

private struct Page: Sendable {}

/// The configuration of a page, which its URL has.
private struct Address: Sendable { var note = "" }

extension RoutableServiceModule<Address> { fileprivate static var address: Self { declared() } }

extension RoutableService<Target> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}
