// The part of Foundation, and of the modules that it exports, that the library and the models of the toolkits use.
@_exported import Observation

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
  public init() {}
  public static func == (first: NSObject, second: NSObject) -> Bool { first === second }
  public func hash(into hasher: inout Hasher) {}
  open var description: String { "" }
}

open class NSCoder: NSObject {}

open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { Bundle() }
}

// MARK: - Geometry

public typealias CGFloat = Double
public typealias TimeInterval = Double

public struct CGPoint: Hashable, Sendable {
  public var x, y: CGFloat
  public static let zero = CGPoint(x: 0, y: 0)
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
}

public struct CGSize: Hashable, Sendable {
  public var width, height: CGFloat
  public static let zero = CGSize(width: 0, height: 0)
  public init(width: CGFloat, height: CGFloat) { (self.width, self.height) = (width, height) }
}

public struct CGRect: Hashable, Sendable {
  public var origin: CGPoint
  public var size: CGSize
  public static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
    origin = CGPoint(x: x, y: y)
    size = CGSize(width: width, height: height)
  }
  public init(origin: CGPoint, size: CGSize) { (self.origin, self.size) = (origin, size) }
  public var width: CGFloat { size.width }
  public var height: CGFloat { size.height }
}

public typealias NSRect = CGRect

public enum NSRectEdge: UInt, Sendable { case minX, minY, maxX, maxY }

// MARK: - Notifications and activities

open class NSNotification: NSObject {
  public struct Name: Hashable, Sendable {
    public init(_ rawValue: String) {}
  }
}

public struct Notification: Sendable {
  public typealias Name = NSNotification.Name
}

open class NotificationCenter: NSObject, @unchecked Sendable {
  public class var `default`: NotificationCenter { NotificationCenter() }
  open func post(name: NSNotification.Name, object: Any?) {}
  open func addObserver(
    forName name: NSNotification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { NSObject() }
  open func removeObserver(_ observer: Any) {}
}

open class OperationQueue: NSObject, @unchecked Sendable {}

open class NSUserActivity: NSObject {
  public let activityType = ""
  open var webpageURL: URL?
  open var title: String?
  open var userInfo: [AnyHashable: Any]?
  public init(activityType: String) {}
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {}
}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

// MARK: - Values

public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8
)

public struct UUID: Sendable, Hashable {
  public init() {}
  public init(uuid: uuid_t) {}
  public init?(uuidString: String) {}
  public var uuidString: String { "" }
}

public struct Date: Sendable, Hashable {
  public init() {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
}

public struct Decimal: Sendable, Hashable, CustomStringConvertible {
  public init?(string: String, locale: Locale? = nil) {}
  public var isNaN: Bool { false }
  public var description: String { "" }
}

public struct Calendar: Sendable, Hashable {
  public static var autoupdatingCurrent: Calendar { Calendar() }
}

public struct Locale: Sendable, Hashable {
  public static var autoupdatingCurrent: Locale { Locale() }
}

public struct TimeZone: Sendable, Hashable {
  public static var autoupdatingCurrent: TimeZone { TimeZone() }
}

public struct URL: Sendable, Hashable, CustomStringConvertible {
  public init?(string: String) { nil }
  public init(filePath: String) {}
  public var absoluteString: String { "" }
  public var path: String { "" }
  public func deletingLastPathComponent() -> URL { self }
  public func appending(path: some StringProtocol) -> URL { self }
  public var description: String { "" }
}

public struct Data: Sendable, Hashable, RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 { 0 }
  public init() {}
  public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 {}
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = Self(rawValue: 1)
  }
}

open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = Self(rawValue: 1)
    public static let sortedKeys = Self(rawValue: 2)
    public static let withoutEscapingSlashes = Self(rawValue: 8)
  }
  public init() {}
  public var outputFormatting: OutputFormatting = []
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}

open class JSONDecoder {
  public init() {}
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

public struct CharacterSet: Sendable {
  public static let whitespaces = CharacterSet()
}

extension StringProtocol {
  public func replacingOccurrences(of target: String, with replacement: String) -> String { "" }
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
}

extension String {
  public enum Encoding: Sendable { case utf8 }
  public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
}

// MARK: - The process

open class ProcessInfo: NSObject, @unchecked Sendable {
  public class var processInfo: ProcessInfo { ProcessInfo() }
  open var environment: [String: String] { [:] }
}

open class FileManager: NSObject, @unchecked Sendable {
  public class var `default`: FileManager { FileManager() }
  open func fileExists(atPath path: String) -> Bool { false }
  open func createDirectory(at url: URL, withIntermediateDirectories: Bool) throws {}
}

open class Thread: NSObject, @unchecked Sendable {
  public class var isMainThread: Bool { true }
}
