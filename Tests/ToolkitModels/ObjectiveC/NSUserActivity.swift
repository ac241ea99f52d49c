#if canImport(Darwin)
#else
  /// Foundation lacks it where there is no toolkit: https://developer.apple.com/documentation/foundation/nsuseractivity
  open class NSUserActivity: NSObject {
    /// https://developer.apple.com/documentation/foundation/nsuseractivity/activitytype
    public let activityType: String
    /// https://developer.apple.com/documentation/foundation/nsuseractivity/webpageurl
    open var webpageURL: URL?
    /// https://developer.apple.com/documentation/foundation/nsuseractivity/userinfo
    open var userInfo: [AnyHashable: Any]?

    /// https://developer.apple.com/documentation/foundation/nsuseractivity/init(activitytype:)
    public init(activityType: String) { self.activityType = activityType }

    /// https://developer.apple.com/documentation/foundation/nsuseractivity/adduserinfoentries(from:)
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
      userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
  }

  /// https://developer.apple.com/documentation/foundation/nsuseractivitytypebrowsingweb
  public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
#endif
