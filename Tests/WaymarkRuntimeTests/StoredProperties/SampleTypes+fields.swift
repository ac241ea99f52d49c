import Foundation
import Observation
import Synchronization

protocol Sampled: AnyObject {}
protocol Titled<Title> { associatedtype Title; var title: Title { get } }

/// A property of each shape, with structs in some of them.
class Everything: NSObject {
  enum Payload { case none, id(UUID), both(UUID, Date) }
  indirect enum Chain { case end, link(UUID, Chain) }
  struct Empty {}
  struct Point { var x = 0.0, y = 0.0, id = UUID() }
  struct Line { var start = Point(); let end: Point? = nil; var name: String? }
  fileprivate struct Secret {
    let line = Line(); private let key = Key(); private struct Key { let id = UUID() }
  }
  struct Options: OptionSet { let rawValue: UInt8 }
  actor Worker { var jobs: [Int] = []; @Wrapping var current = UUID() }
  class Sub: Everything { let extra = URL(fileURLWithPath: "/"); @Wrapping var marked = Point() }

  let byte: Int8 = 0, word: UInt32 = 0, wide: Int128 = 0, text = "", part = Substring()
  let id = UUID(), url = URL(fileURLWithPath: "/"), date = Date(), data = Data(), decimal = Decimal(0)
  let point = CGPoint(), rect = CGRect(), time = timeval(), status = stat(), range = NSRange()
  let empty = Empty(), line = Line(), options: Options = []
  fileprivate let secret = Secret()
  let payload = Payload.none, chain = Chain.end, maybe: UUID? = nil, twice: UUID?? = nil
  let tuple = (UUID(), Date()), labeled = (id: UUID(), 1), unit: Void = (), tuples: [(UUID, Date)] = []
  let ids: [UUID] = [], table: [UUID: Date] = [:], set: Set<UUID> = [], slice = [UUID()][...]
  let dates = Date()..<Date(), upTo = ...Date(), reversed = [UUID()].reversed()
  let any: Any = 1, object: AnyObject? = nil, error: (any Error)? = nil, hashable: any Hashable & Sendable = 1
  let sampled: (any Sampled)? = nil, titled: (any Titled<UUID>)? = nil, both: (any NSObject & Sampled)? = nil
  let meta: UUID.Type = UUID.self, anyMeta: any Any.Type = UUID.self,
    existentialMeta: (any Sampled.Type)? = nil
  let closure: (UUID) -> Date = { _ in Date() }
  let effects: @Sendable (UUID) async throws -> Date = { _ in Date() }
  let typed: (UUID) throws(CancellationError) -> Void = { _ in }
  let isolated: @MainActor (UUID) -> Void = { _ in }
  let convention: @convention(c) (Int) -> Int = { $0 }
  let path: KeyPath<Line, Point> = \.start
  let task: Task<UUID, Never>? = nil, stream = AsyncStream<UUID> { $0.finish() }, clock = ContinuousClock()
  let pointer: UnsafePointer<UUID>? = nil, unmanaged: Unmanaged<NSObject>? = nil
  let vector = SIMD4<Float>(), bits = SIMD16<UInt8>(), erased = AnyHashable(1),
    measurement = Measurement(value: 1, unit: UnitLength.meters)
  let locale = Locale(identifier: "en"), zone = TimeZone.gmt, attributed = AttributedString()
  weak var parent: Everything?
  unowned(unsafe) let sibling: NSObject? = nil
  unowned let owner: NSObject? = nil
  var optionalSub: Sub?
  lazy var later = Point()
  @Wrapping var wrapped = Line()
  @Wrapping @Wrapping var twiceWrapped = UUID()
}

@Observable
final class Observed {
  var id = UUID()
  var point = Everything.Point()
}

final class Synchronized: Sendable {
  let mutex = Mutex(UUID())
  let count = Atomic(0)
  let point = Everything.Point()
}

class Table<Element> {
  struct Row { var id = UUID(); let elements: [Element]; let first: Element }
  struct Cell<Value> { let element: Element; let value: Value; let row: Row }
  class Index: Table<[Element]> {
    let rows: Range<Int> = 0..<1; let inner: Cell<UUID>? = nil; var marked: Wrapping<Element>?
  }
  final class Unique: Index { var next: Row?; var last: Table<Date>.Row? }
  let date = Date()
  var head: Element?
  let only: Element
  let row: Row
  let cell: Cell<Element>
  init(_ only: Element) {
    (self.only, row) = (only, Row(elements: [], first: only))
    cell = Cell(element: only, value: only, row: row)
  }
}

struct Columns<each Element> {
  struct Width<each Size> { let sizes: (repeat each Size); let date = Date() }
  let elements: (repeat each Element)
  let width: Width<repeat each Element>
}

extension Array {
  struct Window { let range: Range<Index>; let first: Element; let rest: ArraySlice<Element> }
}
extension Array where Element: Hashable { struct Register { let all: Wrapping<Set<Element>> } }
extension Int { struct Digits { let base = Wrapping(wrappedValue: 10); let date = Date() } }

struct Local {
  let window: [Date].Window
  let register: [UUID].Register
  let digits: Int.Digits
  let inTable: Table<Date>.Cell<[UUID]>
  let columns: Columns<UUID, Date>
}
