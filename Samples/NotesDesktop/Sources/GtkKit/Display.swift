import CGtk

/// The screen that GTK draws on.
@MainActor
public enum Display {
  /// GTK can't draw here.
  public struct Unavailable: Error, CustomStringConvertible {
    /// The message for the user.
    public let description =
      "there is no display to draw on; set DISPLAY or WAYLAND_DISPLAY, or start a display first, for example with "
      + "'xvfb-run'"
  }

  /// Connects GTK to the display.
  ///
  /// - Throws: ``Unavailable``.
  public static func open() throws(Unavailable) {
    guard gtk_init_check() != 0 else { throw Unavailable() }
  }

  /// Whether windows are dark.
  public static var isDark: Bool {
    get { setting("gtk-application-prefer-dark-theme") }
    set { set("gtk-application-prefer-dark-theme", newValue) }
  }

  /// Whether changes are animated.
  public static var isAnimated: Bool {
    get { setting("gtk-enable-animations") }
    set { set("gtk-enable-animations", newValue) }
  }

  /// Adds rules in CSS for all windows.
  public static func style(_ rules: String) {
    let provider = Object(owning: UnsafeMutableRawPointer(gtk_css_provider_new()))
    gtk_css_provider_load_from_data(provider.pointer(), rules, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  /// The number of bytes that the program has allocated and not released, to find leaks.
  public static var allocated: Int { desktop_allocated() }

  private static func setting(_ name: String) -> Bool {
    guard let settings = gtk_settings_get_default() else { return false }
    return desktop_get_boolean(UnsafeMutableRawPointer(settings), name) != 0
  }

  private static func set(_ name: String, _ value: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    desktop_set_boolean(UnsafeMutableRawPointer(settings), name, value ? 1 : 0)
  }
}
