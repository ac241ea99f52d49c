import Dispatch
import Foundation
import Observation
import Synchronization

/// Types of the standard library and Foundation, and types that store them in every way.
enum SampleTypes {
  static var all: [Any.Type] { standard + generic + concurrent + foundation + objects + stored }

  private static let standard: [Any.Type] = [
    Int.self, Int128.self, UInt8.self, Double.self, Bool.self, String.self, Character.self, Substring.self,
    String.Index.self, String.UnicodeScalarView.self, String.UTF8View.Iterator.self, Unicode.Scalar.self,
    StaticString.self, DefaultStringInterpolation.self, AnyHashable.self, AnyKeyPath.self,
    ObjectIdentifier.self, UnsafeRawBufferPointer.self, Hasher.self, Mirror.self, Duration.self, Never.self,
    Void.self, CodingUserInfoKey.self, AnyIndex.self, CVaListPointer.self,
  ]

  private static let generic: [Any.Type] = [
    [UUID].self, [UUID: Date].self, Set<UUID>.self, ContiguousArray<URL>.self, Slice<[UUID]>.self,
    Range<Date>.self, ClosedRange<Date>.self, PartialRangeFrom<Date>.self, ReversedCollection<[UUID]>.self,
    LazyMapSequence<[UUID], Date>.self, EnumeratedSequence<[UUID]>.self, Zip2Sequence<[UUID], Set<Date>>.self,
    FlattenSequence<[[UUID]]>.self, AnySequence<UUID>.self, IndexingIterator<[UUID]>.self,
    StrideTo<Int>.self, StrideToIterator<Double>.self, Repeated<UUID>.self, CollectionOfOne<Data>.self,
    UnfoldSequence<UUID, Date>.self, DropWhileSequence<[UUID]>.self, KeyValuePairs<UUID, Date>.self,
    Dictionary<UUID, Date>.Index.self, Dictionary<UUID, Date>.Iterator.self, Set<UUID>.Index.self,
    SIMD4<Int32>.self, SIMDMask<SIMD4<Int32>>.self, Unmanaged<NSObject>.self, UnsafePointer<UUID>.self,
    ManagedBufferPointer<UUID, Date>.self, CollectionDifference<UUID>.self, WritableKeyPath<UUID, Date>.self,
    ManagedBuffer<UUID, Date>.self, Result<UUID, any Error>.self, RangeSet<Date>.self, UUID?.self,
  ]

  private static let concurrent: [Any.Type] = [
    Task<UUID, Never>.self, UnownedSerialExecutor.self, MainActor.self, CheckedContinuation<UUID, Never>.self,
    AsyncStream<UUID>.self, AsyncStream<UUID>.Iterator.self, AsyncThrowingStream<UUID, any Error>.self,
    TaskLocal<UUID>.self, CancellationError.self, ContinuousClock.Instant.self, UnsafeCurrentTask.self,
    AsyncMapSequence<AsyncStream<UUID>, Date>.self, ObservationRegistrar.self, DispatchTime.self,
    DispatchQueue.self, DispatchData.self, Regex<Substring>.self,
  ]

  private static let foundation: [Any.Type] = [
    URL.self, URLComponents.self, UUID.self, Date.self, Data.self, Data.Iterator.self, DateInterval.self,
    DateComponents.self, Decimal.self, IndexPath.self, IndexSet.self, CharacterSet.self,
    AttributedString.self, AttributedString.CharacterView.self, Measurement<UnitLength>.self,
    Notification.self, Notification.Name.self, NSRange.self, CGFloat.self, CGRect.self,
    AffineTransform.self, CocoaError.self, POSIXError.self, JSONEncoder.OutputFormatting.self,
    String.Encoding.self, SortDescriptor<Int>.self, Predicate<Int>.self, timeval.self, tm.self, stat.self,
    Locale.self, Locale.Components.self, Locale.Language.Components.self, Locale.Currency.self, Calendar.self,
    TimeZone.self, Date.FormatStyle.self, Decimal.FormatStyle.self, IntegerFormatStyle<Int>.Percent.self,
    ListFormatStyle<Date.FormatStyle, [Date]>.self, Calendar.RecurrenceRule.self,
  ]

  private static let objects: [Any.Type] = [
    NSObject.self, NSMutableString.self, NSNumber.self, NSURL.self, NSArray.self,
    NSCache<NSString, NSData>.self, NSError.self, NSLock.self, DateFormatter.self, JSONEncoder.self,
    PropertyListEncoder.self, FileManager.self, Bundle.self, RunLoop.self, Thread.self, BlockOperation.self,
    Progress.self, UnitLength.self, InputStream.self,
  ]

  private static let stored: [Any.Type] = [
    Everything.self, Everything.Worker.self, Everything.Sub.self, Observed.self, Synchronized.self,
    Table<UUID>.self, Table<UUID>.Row.self, Table<[Int]>.Cell<Date>.self, Table<Int>.Unique.self,
    Columns<UUID>.self, Columns<UUID, Date>.self, Columns<UUID, Date>.Width<Int, URL>.self, Local.self,
    makeLocal(), [UUID].Window.self,
  ]

  private static func makeLocal() -> Any.Type {
    struct Both { let value: Date; let id: UUID }
    final class Holder { let both: Both; init(_ both: Both) { self.both = both } }
    return Holder.self
  }
}
