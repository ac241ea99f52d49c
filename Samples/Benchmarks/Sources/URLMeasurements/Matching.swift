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
      beside(URLWork.routerMiss, urls("module", "exit")),
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

extension RoutableService<Target> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}
