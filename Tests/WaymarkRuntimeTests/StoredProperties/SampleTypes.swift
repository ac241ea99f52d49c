import Dispatch
import Foundation
import Observation
import Synchronization

/// Types of the standard library and Foundation, and types that store them in every way.
enum SampleTypes {
  static var all: [Any.Type] {
    standard + generic + concurrent + foundation + locales + objects + programs + stored
  }

  private static let standard: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, UInt128.self, Float.self, Double.self, Bool.self, String.self, Character.self,
    Substring.self, String.Index.self, String.UTF8View.self, String.UTF16View.self,
    String.UnicodeScalarView.self, String.Iterator.self, String.UTF8View.Iterator.self,
    Substring.UTF8View.self, Unicode.Scalar.self, Unicode.Scalar.Properties.self, StaticString.self,
    DefaultStringInterpolation.self, AnyHashable.self, AnyKeyPath.self, ObjectIdentifier.self,
    OpaquePointer.self, UnsafeRawPointer.self, UnsafeMutableRawPointer.self, UnsafeRawBufferPointer.self,
    UnsafeMutableRawBufferPointer.self, Hasher.self, SystemRandomNumberGenerator.self, Mirror.self,
    CommandLine.self, Duration.self, Never.self, Void.self, DiscontiguousSlice<[Int]>.self,
    CodingUserInfoKey.self, AnyIndex.self, String.UnicodeScalarView.Iterator.self, CVaListPointer.self,
  ]

  private static let generic: [Any.Type] = [
    [UUID].self, [UUID: Date].self, Set<UUID>.self, ContiguousArray<URL>.self, ArraySlice<URL>.self,
    Slice<[UUID]>.self, Range<Date>.self, ClosedRange<Date>.self, PartialRangeFrom<Date>.self,
    PartialRangeUpTo<Date>.self, PartialRangeThrough<Date>.self, ReversedCollection<[UUID]>.self,
    LazySequence<[UUID]>.self, LazyMapSequence<[UUID], Date>.self, LazyFilterSequence<[UUID]>.self,
    EnumeratedSequence<[UUID]>.self, Zip2Sequence<[UUID], Set<Date>>.self, FlattenSequence<[[UUID]]>.self,
    JoinedSequence<[[UUID]]>.self, AnySequence<UUID>.self, AnyCollection<UUID>.self, AnyIterator<UUID>.self,
    IndexingIterator<[UUID]>.self, StrideTo<Int>.self, StrideThrough<Double>.self,
    StrideToIterator<Double>.self, Repeated<UUID>.self, CollectionOfOne<Data>.self,
    EmptyCollection<Data>.self, UnfoldSequence<UUID, Date>.self, PrefixSequence<AnySequence<UUID>>.self,
    DropFirstSequence<[UUID]>.self, DropWhileSequence<[UUID]>.self, DefaultIndices<[UUID]>.self,
    KeyValuePairs<UUID, Date>.self, Dictionary<UUID, Date>.Keys.self, Dictionary<UUID, Date>.Values.self,
    Dictionary<UUID, Date>.Index.self, Dictionary<UUID, Date>.Iterator.self, Set<UUID>.Index.self,
    Set<UUID>.Iterator.self, SIMD2<Float>.self, SIMD4<Int32>.self, SIMD16<UInt8>.self,
    SIMDMask<SIMD4<Int32>>.self, Unmanaged<NSObject>.self, UnsafePointer<UUID>.self,
    UnsafeMutablePointer<UUID>.self, UnsafeBufferPointer<UUID>.self, UnsafeMutableBufferPointer<UUID>.self,
    ManagedBufferPointer<UUID, Date>.self, CollectionDifference<UUID>.self, KeyPath<UUID, Date>.self,
    WritableKeyPath<UUID, Date>.self, ManagedBuffer<UUID, Date>.self, Result<UUID, any Error>.self,
    RangeSet<Date>.self, UUID?.self,
  ]

  private static let concurrent: [Any.Type] = [
    Task<UUID, Never>.self, TaskPriority.self, UnownedJob.self, UnownedSerialExecutor.self, MainActor.self,
    CheckedContinuation<UUID, Never>.self, UnsafeContinuation<UUID, Never>.self, AsyncStream<UUID>.self,
    AsyncStream<UUID>.Continuation.self, AsyncStream<UUID>.Iterator.self,
    AsyncThrowingStream<UUID, any Error>.self, TaskGroup<UUID>.self, TaskLocal<UUID>.self,
    CancellationError.self, ContinuousClock.self, ContinuousClock.Instant.self, SuspendingClock.self,
    SuspendingClock.Instant.self, UnsafeCurrentTask.self, AsyncMapSequence<AsyncStream<UUID>, Date>.self,
    ObservationRegistrar.self, DispatchTime.self, DispatchQueue.self, DispatchTimeInterval.self,
    DispatchData.self, DispatchQoS.self, Regex<Substring>.self,
  ]

  private static let foundation: [Any.Type] = [
    URL.self, URLComponents.self, URLQueryItem.self, UUID.self, Date.self, Data.self, Data.Iterator.self,
    DateInterval.self, DateComponents.self, Decimal.self, IndexPath.self, IndexSet.self, IndexSet.Index.self,
    CharacterSet.self, AttributedString.self, AttributedSubstring.self, AttributedString.Index.self,
    AttributedString.CharacterView.self, AttributeContainer.self, Measurement<UnitLength>.self,
    PersonNameComponents.self, Notification.self, Notification.Name.self, NSRange.self, CGFloat.self,
    CGPoint.self, CGSize.self, CGRect.self, AffineTransform.self, CocoaError.self, CocoaError.Code.self,
    POSIXError.self, JSONEncoder.OutputFormatting.self, FileAttributeKey.self, URLResourceKey.self,
    RunLoop.Mode.self, OperationQueue.self, String.Encoding.self, SortDescriptor<Int>.self,
    ProgressUserInfoKey.self, Predicate<Int>.self, timeval.self, timespec.self, tm.self, stat.self,
    div_t.self,
  ]

  private static let locales: [Any.Type] = [
    Locale.self, Locale.Components.self, Locale.Language.self, Locale.Language.Components.self,
    Locale.LanguageCode.self, Locale.Script.self, Locale.Region.self, Locale.Currency.self, Calendar.self,
    TimeZone.self, Date.FormatStyle.self, Date.ISO8601FormatStyle.self, Date.VerbatimFormatStyle.self,
    Date.ParseStrategy.self, Decimal.FormatStyle.self, IntegerFormatStyle<Int>.self,
    IntegerFormatStyle<Int>.Percent.self, FloatingPointFormatStyle<Double>.self,
    FloatingPointFormatStyle<Double>.Currency.self, ListFormatStyle<Date.FormatStyle, [Date]>.self,
    ByteCountFormatStyle.self, Duration.TimeFormatStyle.self, Duration.UnitsFormatStyle.self,
    Calendar.RecurrenceRule.self,
  ]

  private static let objects: [Any.Type] = [
    NSObject.self, NSString.self, NSMutableString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self,
    NSArray.self, NSDictionary.self, NSSet.self, NSCache<NSString, NSData>.self, NSError.self, NSLock.self,
    NSRegularExpression.self, NSAttributedString.self, NSCalendar.self, NSTimeZone.self, NSLocale.self,
    DateFormatter.self, NumberFormatter.self, ISO8601DateFormatter.self, JSONEncoder.self, JSONDecoder.self,
    PropertyListEncoder.self, FileManager.self, FileHandle.self, Bundle.self, ProcessInfo.self, Pipe.self,
    Timer.self, RunLoop.self, Thread.self, Operation.self, BlockOperation.self, UserDefaults.self,
    NotificationCenter.self, Progress.self, Scanner.self, UnitLength.self, Dimension.self,
    UnitConverterLinear.self, Stream.self, InputStream.self, ByteCountFormatter.self,
  ]

  #if os(macOS) || os(Linux)
    private static let programs: [Any.Type] = [Process.self]
  #else
    private static let programs: [Any.Type] = []
  #endif

  private static let stored: [Any.Type] = [
    Everything.self, Everything.Sub.self, Observed.self, Synchronized.self, Table<UUID>.self,
    Table<UUID>.Row.self, Table<[Int]>.Cell<Date>.self, Table<Int>.Unique.self, Columns<UUID, Date>.self,
    Columns<UUID, Date>.Width<Int, URL>.self, Local.self, makeLocal(), [UUID].Window.self,
  ]

  private static func makeLocal() -> Any.Type {
    struct Both { let value: Date; let id: UUID }
    final class Holder { let both: Both; init(_ both: Both) { self.both = both } }
    return Holder.self
  }
}
