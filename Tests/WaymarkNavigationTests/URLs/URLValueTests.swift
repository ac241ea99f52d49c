import Foundation
import SeededTesting
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

private enum LetterCase: Character { case a = "a", b = "é" }
private enum TextCase: String { case a, empty = "" }
private enum NumberCase: Int { case one = 1, two }
private enum FractionCase: Double { case half = 0.5 }
private struct Raw<RawValue: LosslessStringConvertible & SendableMetatype>: RawRepresentable {
  var rawValue: RawValue
}

/// A configuration with a value of some type, and an optional one.
private struct Holder<Value: SendableMetatype> {
  var value: Value
  var maybe: Value?
}

@Suite("Values in URLs")
struct URLValueTests {
  /// Returns a random string, which often represents a value of some type.
  private func text(_ numbers: inout SeededGenerator) -> String {
    let common = [
      "", "a", "ab", "é", "e\u{301}", "👨‍👩‍👧", "🇩🇪🇫🇷", "\r\n", " ", "0", "1", "-1", "+1", "256", "1.5", "0.5",
      "1e400", "nan", "inf", "true", "false", "0x1p3", "99999999999999999999999999999999999999999", "\u{0}",
    ]
    return Bool.random(using: &numbers)
      ? common.randomElement(using: &numbers) ?? "" : randomText(0, &numbers)
  }

  /// Fills configurations from random strings, and checks that each is filled or the error names the parameter.
  private func fill<Value: SendableMetatype>(
    _ template: URLTemplate<Holder<Value>>, _ value: Value, _ numbers: inout SeededGenerator,
    _ check: (Value, String) -> Bool = { _, _ in true }
  ) throws {
    let pattern = try URLPattern(for: Holder<Value>.self, template).parsed.get()
    let parsed = try #require(pattern.template)
    for _ in 0..<300 {
      let (first, second) = (text(&numbers), text(&numbers))
      let url = "/\(PercentCoding.encode(first))?maybe=\(PercentCoding.encode(second))"
      let parameters = URLParameters(text: url, shape: pattern.shape)
      var filled: Any = Holder<Value>(value: value)
      do {
        try parsed.fill(parameters, &filled)
        let holder = try #require(filled as? Holder<Value>)
        #expect(check(holder.value, first), "\(Value.self) \(url)")
        #expect(try check(#require(holder.maybe), second), "\(Value.self) \(url)")
      } catch let error as RouteError {
        #expect(error.code == .invalidParameter)
        #expect(
          error.message.hasPrefix("the parameter 'value'") || error.message.hasPrefix("the parameter 'maybe'")
        )
      }
    }
  }

  private func fuzz<Value: LosslessStringConvertible & SendableMetatype & Equatable>(
    _ value: Value, _ numbers: inout SeededGenerator, _ check: (Value, String) -> Bool = { _, _ in true }
  ) throws {
    try fill("/\(\.value, named: "value")?maybe=\(\.maybe)", value, &numbers, check)
    try fill("/\(\.value, named: "value")?maybe=\(\.maybe)", Raw(rawValue: value), &numbers) {
      check($0.rawValue, $1)
    }
    let shape = try URLPatternParser.parse("/a")
    for _ in 0..<300 {
      let text = text(&numbers)
      let parameters = URLParameters(text: "/a?value=\(PercentCoding.encode(text))", shape: shape)
      let known = Result { () throws(RouteError) in try parameters.value("value", as: Value.self) }
      let present = Result { () throws(RouteError) in try parameters.valueIfPresent("value", as: Value.self) }
      switch (known, present) {
      case (.success(let known), .success(let present)):
        #expect(check(known, text) && (present == known || known != known), "\(Value.self) \(text)")
      case (.failure(let known), .failure(let present)):
        #expect(known.code == .invalidParameter && present.code == .invalidParameter)
        #expect(known.message.contains("the parameter 'value'"))
      default: Issue.record("\(Value.self) \(text)")
      }
      #expect(try parameters.valueIfPresent("other", as: Value.self) == nil)
    }
  }

  @Test(arguments: try Seeds.first(4))
  func `no string stops the program`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    try fuzz(Int(), &numbers)
    try fuzz(Int8(), &numbers)
    try fuzz(Int16(), &numbers)
    try fuzz(Int32(), &numbers)
    try fuzz(Int64(), &numbers)
    try fuzz(UInt(), &numbers)
    try fuzz(UInt8(), &numbers)
    try fuzz(UInt16(), &numbers)
    try fuzz(UInt32(), &numbers)
    try fuzz(UInt64(), &numbers)
    try fuzz(Float(), &numbers)
    try fuzz(Double(), &numbers)
    if #available(macOS 11, iOS 14, tvOS 14, watchOS 7, *) { try fuzz(Float16(), &numbers) }
    try fuzz(false, &numbers) { $0 ? $1 == "true" : $1 == "false" }
    try fuzz("", &numbers) { Array($0.utf8) == Array($1.utf8) }
    try fuzz(Substring(), &numbers) { Array($0.utf8) == Array($1.utf8) }
    try fuzz(Character("-"), &numbers) { Array($0.utf8) == Array($1.utf8) }
    try fuzz(Unicode.Scalar(0), &numbers) { String($0) == $1 }
    try fill("/\(\.value, named: "value")?maybe=\(\.maybe)", LetterCase.a, &numbers)
    try fill("/\(\.value, named: "value")?maybe=\(\.maybe)", TextCase.a, &numbers)
    try fill("/\(\.value, named: "value")?maybe=\(\.maybe)", NumberCase.one, &numbers)
    try fill("/\(\.value, named: "value")?maybe=\(\.maybe)", FractionCase.half, &numbers)
  }

  @Test(arguments: ["ab", ""]) func `a string that isn't one character is an error`(text: String) throws {
    let parameters = URLParameters(text: "/a?letter=\(text)", shape: try URLPatternParser.parse("/a"))
    let problem = error { _ = try parameters.value("letter", as: Character.self) }
    #expect(problem?.message == "the parameter 'letter' of \"/a\" is \"\(text)\", which is not a Character")
  }
}

private struct Day: RawRepresentable, Sendable, Equatable {
  var rawValue: Date
  init(rawValue: Date) { self.rawValue = rawValue }
}

private struct Payment: Sendable, Equatable {
  var id = UUID()
  var account: UUID?
  var amount = Decimal()
  var limit: Decimal?
  var date = Date()
  var due: Date?
  var day = Day(rawValue: Date(timeIntervalSinceReferenceDate: 0))
  var otherDay: Day?
}

@Suite("Identifiers, dates, and decimal numbers in URLs")
struct URLFoundationValueTests {
  @Test(arguments: [
    ("2026-11-27T09:41:00Z", 817_465_260.0), ("2026-11-27", 817_430_400), ("2001-01-01T00:00Z", 0),
    ("2026-11-27T09:41:00.5+01:00", 817_461_660.5), ("2026-11-27T09:41-0130", 817_470_660),
    ("2000-02-29", -26_524_800), ("0000-12-30T00:00:00Z", -63_114_076_800),
    ("4001-01-01T00:00:00Z", 63_113_904_000), ("2000-12-31T23:59:59.5Z", -0.5),
    ("2000-12-31T23:59:59.900Z", -0.1), ("2000-12-31T23:59:59.000Z", -1), ("2001-01-01T00:00:00.100Z", 0.1),
  ])
  func `a date is read from ISO 8601`(text: String, seconds: Double) throws {
    #expect(Date(urlText: text)?.timeIntervalSinceReferenceDate == seconds)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-1-1", "2026-02-30", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-10",
    "2026-11-27T09:41", "2026-11-27 09:41Z", "2026-11-27T24:00Z", "2026-11-27T09:60Z", "2026-11-27T09:41:60Z",
    "2026-11-27T09:41:00.Z", "2026-11-27T09:41:00Zx", "2026-11-27T", "2026-11-27T09:41+1",
    "2026-11-27T09:41+24:00", "+2026-11-27", "２026-11-27", "12026-11-27", "2026-11-27T09:41:00,5Z",
    "2026-11-27T9:41Z", "tomorrow",
  ])
  func `other text isn't a date`(text: String) { #expect(Date(urlText: text) == nil) }

  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (817_465_260.25, "2026-11-27T09:41:00.25Z"), (-1, "2000-12-31T23:59:59Z"),
      (-0.001, "2000-12-31T23:59:59.999Z"), (-0.1, "2000-12-31T23:59:59.9Z"),
      (-63_114_076_800, "0000-12-30T00:00:00Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_600, nil),
      (-63_145_526_400, "0000-01-01T00:00:00Z"), (-63_145_526_401, nil), (.nan, nil),
      (.infinity, nil), (-.infinity, nil), (1e300, nil), (1e-11, "2001-01-01T00:00:00.00000000001Z"),
      (-1.5e-11, "2000-12-31T23:59:59.999999999985Z"),
    ] as [(Double, String?)])
  func `a date is written in ISO 8601`(seconds: Double, text: String?) {
    #expect(Date(timeIntervalSinceReferenceDate: seconds).urlText == text)
  }

  @Test(arguments: [
    0.1, -0.1, -0.3, 1e-300, -1e-300, .leastNonzeroMagnitude, 0.1.nextDown, 1.0.nextDown, (-1.0).nextUp, -1.1,
    -.leastNonzeroMagnitude, 123.4567890123, -123.4567890123, (-6e10).nextUp, 6e10.nextDown,
  ])
  func `a date comes back equal from its URL`(seconds: Double) throws {
    let text = try #require(Date(timeIntervalSinceReferenceDate: seconds).urlText)
    #expect(Date(urlText: text)?.timeIntervalSinceReferenceDate == seconds, "\(text)")
  }

  @Test(
    arguments: [
      ("0", "0"), ("-12.50", "-12.5"), ("+1", "1"), ("1e3", "1000"), ("12E-1", "1.2"),
      ("0.1234567890123456789", "0.1234567890123456789"), ("", nil), ("12abc", nil), ("1.", nil), (".5", nil),
      ("1,5", nil), (" 1", nil), ("NaN", nil), ("0x10", nil), ("٣", nil), ("1e400", nil), ("--1", nil),
    ] as [(String, String?)])
  func `a decimal number is read from its digits`(text: String, written: String?) {
    #expect(Decimal(urlText: text)?.urlText == written)
    #expect(Decimal.nan.urlText == nil)
  }

  private static func template() -> URLTemplate<Payment> {
    "/pay/\(\.id)?account=\(\.account)&amount=\(\.amount)&limit=\(\.limit)&date=\(\.date)&due=\(\.due)&day=\(\.day)&other=\(\.otherDay)"
  }

  @Test(arguments: try Seeds.first(4))
  func `random values survive their URL`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let router = try boxing({ Payment() }, URLPattern(for: Payment.self, Self.template()))
    func date() -> Date {
      let scale: Double = [1, 1e3, 1e6].randomElement(using: &numbers) ?? 1
      let range: Double = [1, 1e6, 6e10].randomElement(using: &numbers) ?? 1
      let time = Double.random(in: -range...range, using: &numbers)
      return Date(
        timeIntervalSinceReferenceDate: Bool.random(using: &numbers) ? time : (time * scale).rounded() / scale
      )
    }
    func decimal() -> Decimal {
      Decimal(
        sign: Bool.random(using: &numbers) ? .plus : .minus,
        exponent: Int.random(in: -20...20, using: &numbers),
        significand: Decimal(UInt64.random(in: 0 ... .max, using: &numbers)))
    }
    for _ in 0..<200 {
      var made = Payment()
      (made.amount, made.date, made.day) = (decimal(), date(), Day(rawValue: date()))
      if Bool.random(using: &numbers) { (made.account, made.limit) = (UUID(), decimal()) }
      if Bool.random(using: &numbers) { (made.due, made.otherDay) = (date(), Day(rawValue: date())) }
      let url = try router.url { $0 = made }
      #expect(try (router.registry.makeService(for: url) as? Box<Payment>)?.value == made, "\(url)")
    }
  }

  @Test func `a value of another type is an error`() throws {
    let id = UUID()
    let parameters = URLParameters(
      text: "/a?id=\(id)&day=2026-11-27&price=1.50&bad=x", shape: try URLPatternParser.parse("/a"))
    #expect(try parameters.value("id") == id && parameters.value("price", as: Decimal.self) == Decimal(1.5))
    #expect(
      try parameters.valueIfPresent("day", as: Date.self) == Date(timeIntervalSinceReferenceDate: 817_430_400)
    )
    #expect(try parameters.valueIfPresent("none", as: UUID.self) == nil)
    #expect(error { _ = try parameters.value("none", as: UUID.self) }?.code == .missingParameter)
    for throwing in [
      { _ = try parameters.value("bad", as: UUID.self) }, { _ = try parameters.value("bad", as: Date.self) },
      { _ = try parameters.valueIfPresent("bad", as: Decimal.self) },
    ] {
      let message = error(of: throwing)?.message
      #expect(message?.hasPrefix("the parameter 'bad' of \"/a\" is \"x\", which is not a") == true)
    }
  }

  @MainActor
  @Test func `a URL fills stored properties of a main-actor type`() throws {
    @MainActor struct Settings {
      var id = UUID()
      var day: Date?
      var due = Day(rawValue: .distantPast)
      var next: Day?
      var folder = "inbox"
      var page: Int?
      var color: NoteColor?
    }
    let pattern = try URLPattern(
      for: Settings.self,
      "/\(\.id, named: "id")/\(\.due, named: "due")/\(\.folder)?day=\(\.day)&next=\(\.next)&page=\(\.page)&color=\(\.color)"
    ).parsed.get()
    let template = try #require(pattern.template)
    let id = UUID()
    func filled(_ query: String) throws -> Settings? {
      var configuration: Any = Settings()
      let parameters = URLParameters(text: "/\(id)/2001-01-01/work\(query)", shape: pattern.shape)
      try template.fill(parameters, &configuration)
      return configuration as? Settings
    }
    let settings = try #require(try filled("?day=2001-01-01&next=2001-01-01&page=2&color=blue"))
    #expect(settings.folder == "work" && settings.page == 2 && settings.color == .blue)
    let values = template.values(of: settings).map(\.value)
    #expect(values.count == 7)
    #expect(Set(values) == [id.uuidString, "2001-01-01T00:00:00Z", "work", "2", "blue"])
    let plain = try #require(try filled(""))
    #expect(plain.folder == "work" && plain.page == nil)
  }
}

private struct Box<Value: Sendable>: Sendable { let value: Value }

/// Returns the router of a box with a configuration and these patterns.
private func boxing<Configuration: Sendable>(
  _ configuration: @escaping @Sendable () -> Configuration, _ patterns: URLPattern...
) throws -> ModuleServiceRouter<Configuration> {
  let token = RoutableServiceModule<Configuration>(declaredProtocol: Configuration.self)
  let registry = try Registry {
    Route(Box<Configuration>.self, configuration: configuration) {
      token
      for pattern in patterns { pattern }
    } make: { configuration, _ in
      Box(value: configuration)
    }
  }
  return try #require(registry.router(to: token))
}

private struct Filter: Sendable, Equatable {
  var list = "inbox"
  var page: Int? = 1
  var query: String? = "all"
  var color: NoteColor? = .red
  var letter: Character = "a"
  var size: UInt8?
  var note = ""
}

@Suite("URLs that keep every value of a configuration")
struct URLLossTests: RouteVocabulary {
  private func problem(_ router: ModuleServiceRouter<Filter>, _ fill: (inout Filter) -> Void) -> String? {
    error { _ = try router.url(fill) }?.description.withoutPlaces
  }

  @Test func `a nil that isn't the default is an error`() throws {
    let router = try boxing(
      { Filter() }, URLPattern(for: Filter.self, "/\(\.list)?page=\(\.page)&size=\(\.size)"))
    #expect(try router.url { $0.page = 2 }.absoluteString == "/inbox?page=2")
    #expect(
      problem(router) { $0.page = nil } == """
        no URL of Box<Filter> (line) keeps 'page', which is nil: "/inbox" opens with "1" [missingParameter]
            To fix: give 'page' a value
                or: make nil the default of its property
        """)
    // No other value accompanies this one.
    let single = try boxing({ Filter() }, URLPattern(for: Filter.self, "/list?page=\(\.page)"))
    #expect(problem(single) { $0.page = nil }?.contains("keeps 'page', which is nil: \"/list\"") == true)
  }

  private struct Bill: Sendable, Equatable {
    var id = 1
    var date: Date?
    var day: Day?
    var amount = Decimal(1)
    var limit = Decimal.nan
  }

  @Test func `a value that no string represents is an error`() throws {
    let router = try boxing(
      { Bill() },
      URLPattern(
        for: Bill.self,
        "/bill/\(\.id)?date=\(\.date)&day=\(\.day)&amount=\(\.amount)&limit=\(\.limit)"))
    #expect(try router.url { $0.id = 2 }.absoluteString == "/bill/2?amount=1", "its limit is the default")
    #expect(
      error { _ = try router.url { $0.amount = .nan } }?.description.withoutPlaces == """
        'amount' of the configuration of Box<Bill> (line) is NaN, which no URL can represent [missingParameter]
            To fix: pass another value
        """)
    let late = error { _ = try router.url { $0.date = Date(timeIntervalSince1970: 1e15) } }
    #expect(late?.code == .missingParameter)
    #expect(
      late?.message.contains(" is Date(timeIntervalSinceReferenceDate: 999999021692800.0), which") == true)
    for seconds in [1e15, -1e15, 1e300, .infinity, -.infinity, .nan] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(error { _ = try router.url { $0.date = date } }?.remedy == "pass another value")
      #expect(error { _ = try router.url { $0.day = Day(rawValue: date) } }?.remedy == "pass another value")
    }
    let path = try boxing({ Bill() }, URLPattern(for: Bill.self, "/bills/\(\.amount)"))
    #expect(
      error { _ = try path.url { $0.amount = .nan } }?.message.hasSuffix(
        "is NaN, which no URL can represent") == true)
    // Another template, which lacks the property, would open with its default.
    let several = try boxing(
      { Bill() }, URLPattern(for: Bill.self, "/bill/\(\.id)?date=\(\.date)"),
      URLPattern(for: Bill.self, "/bills/\(\.id)"))
    #expect(error { _ = try several.url { $0.date = .init(timeIntervalSince1970: 1e15) } } != nil)
  }

  /// A period of time, which has no text if it never ends.
  private struct Period: Sendable, URLValue {
    var end = Date(timeIntervalSinceReferenceDate: 0)
    init() {}
    init?(urlText: String) { nil }
    var urlText: String? { nil }
  }
  private struct Plan: Sendable { var period: Period? }

  @Test func `the error for a value without a description has its type`() throws {
    let router = try boxing({ Plan() }, URLPattern(for: Plan.self, "/plan?period=\(\.period)"))
    let problem = error {
      _ = try router.url {
        $0.period = Period()
        $0.period?.end = Date(timeIntervalSinceReferenceDate: .infinity)
      }
    }
    #expect(problem?.message.hasSuffix(" is a Period, which no URL can represent") == true)
  }

  @Test func `a value that another property's observer changes is an error`() throws {
    struct Listing: Sendable {
      var page = 1
      var folder = "all" { didSet { (page, title) = (1, "in \(folder)") } }
      var title: String?
    }
    let router = try boxing(
      { Listing() },
      URLPattern(for: Listing.self, "/list?page=\(\.page)&folder=\(\.folder)&title=\(\.title)"))
    #expect(
      try router.url { $0.folder = "work" }.absoluteString == "/list?folder=work&page=1&title=in%20work")
    let page = error {
      _ = try router.url {
        $0.folder = "work"
        $0.page = 3
      }
    }
    #expect(page?.code == .missingParameter && page?.message.contains("keeps 'page', which is \"3\"") == true)
    let title = error {
      _ = try router.url {
        $0.folder = "work"
        $0.title = nil
      }
    }
    #expect(
      title?.message.contains("keeps 'title', which is nil: \"/list?folder=work&page=1\" opens") == true)
  }

  @Test func `a value that only another template has is an error`() throws {
    let router = try boxing(
      { Filter() },
      URLPattern(for: Filter.self, "/a/\(\.list)"), URLPattern(for: Filter.self, "/b?page=\(\.page)"))
    #expect(try router.url { $0.list = "x" }.absoluteString == "/a/x")
    #expect(try router.url { $0.page = 2 }.absoluteString == "/b?page=2")
    let text = problem(router) {
      $0.page = 2
      $0.list = "x"
    }
    #expect(
      text == """
        no URL of Box<Filter> (line) keeps 'page', which is "2": "/a/x" opens with "1" [missingParameter]
            To fix: give 'page' the value "1"
                or: add a URLPattern(for:) that has each property of the others
        """)
  }

  @Test func `the shorter template is used if it keeps all values`() throws {
    let router = try boxing(
      { Filter() },
      URLPattern(for: Filter.self, "/short/\(\.list)"),
      URLPattern(for: Filter.self, "/long/\(\.list)/\(\.note)"))
    #expect(try router.url { $0.list = "x" }.absoluteString == "/short/x")
    #expect(try router.url { $0.note = "y" }.absoluteString == "/long/inbox/y")
  }

  /// The URL of a configuration opens with an equal one.
  @Test(arguments: try Seeds.first(8))
  func `the registry reads back a written value`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let all = try boxing(
      { Filter() },
      URLPattern(
        for: Filter.self,
        "/\(\.list)?p=\(\.page)&titre%26=\(\.query)&c=\(\.color)&letter=\(\.letter)&size=\(\.size)"))
    let several = try boxing(
      { Filter() },
      URLPattern(for: Filter.self, "/list/\(\.list)?page=\(\.page)&size=\(\.size)"),
      URLPattern(for: Filter.self, "/page/\(\.letter)?query=\(\.query)&page=\(\.page)&color=\(\.color)"),
      URLPattern(for: Filter.self, "/inbox?size=\(\.size)"))
    var counts = (written: 0, refused: 0)
    for _ in 0..<200 {
      var made = Filter()
      if Bool.random(using: &numbers) { made.list = randomText(0, &numbers) }
      if Bool.random(using: &numbers) { made.page = [nil, 1, 2].randomElement(using: &numbers) ?? nil }
      if Bool.random(using: &numbers) {
        made.query = Bool.random(using: &numbers) ? randomText(0, &numbers) : nil
      }
      if Bool.random(using: &numbers) {
        made.color = [nil, .red, .blue].randomElement(using: &numbers) ?? nil
      }
      if Bool.random(using: &numbers) { made.letter = randomText(1, &numbers).first ?? "b" }
      if Bool.random(using: &numbers) { made.size = UInt8.random(in: 0...255, using: &numbers) }
      for router in [all, several] {
        do {
          let url = try router.url { $0 = made }.absoluteString
          let read = try #require(try router.registry.makeService(for: url) as? Box<Filter>).value
          #expect(read == made, "\(url)")
          #expect(Array(read.list.utf8) == Array(made.list.utf8), "\(url)")
          #expect(read.query.map { Array($0.utf8) } == made.query.map { Array($0.utf8) }, "\(url)")
          #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(url)")
          counts.written += 1
        } catch let error as RouteError {
          #expect(error.code == .missingParameter)
          counts.refused += 1
        }
      }
    }
    #expect(counts.written > 50 && counts.refused > 50)
  }
}
