// The header that the compiler generates for the Swift code of Documentation.docc/PresentingInUIKit.md, and the part of
// Foundation and UIKit that the article's code in Objective-C uses. There's no SDK on Linux.
typedef signed char BOOL;
#define nil ((id)0)

__attribute__((objc_root_class))
@interface NSObject
@end

@interface NSString : NSObject
@end

/// The class of strings in the code.
@interface NSConstantString : NSString {
  const char *characters;
  unsigned int length;
}
@end

@interface NSError : NSObject
@end

void NSLog(NSString *_Nonnull format, ...);

@interface UIStoryboardSegue : NSObject
@end

@interface UIViewController : NSObject
- (void)prepareForSegue:(UIStoryboardSegue *_Nonnull)segue sender:(id _Nullable)sender;
@end

// Importing a throwing method of Swift: the result says whether it succeeded.
@interface MemoScreens : NSObject
+ (BOOL)pushMemo:(NSString *_Nonnull)text
            from:(UIViewController *_Nonnull)controller
           error:(NSError *_Nullable *_Nullable)error;
+ (BOOL)prepareFor:(UIStoryboardSegue *_Nonnull)segue
            sender:(id _Nullable)sender
             error:(NSError *_Nullable *_Nullable)error;
@end
