#pragma once
#include <gtk/gtk.h>
#include <malloc.h>

// Returns a closure that calls `marshal`, and `released` with its data at its end.
//
// Swift doesn't see macros, and a closure's size, with its bit fields, belongs to C.
static inline GClosure *desktop_closure_new(
    gpointer data, GClosureMarshal marshal, GClosureNotify released) {
  GClosure *closure = g_closure_new_simple(sizeof(GClosure), data);
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, data, released);
  return closure;
}

static inline gboolean desktop_is_boolean(const GValue *value) { return G_VALUE_HOLDS_BOOLEAN(value); }

static inline gboolean desktop_is(gpointer instance, GType type) {
  return G_TYPE_CHECK_INSTANCE_TYPE(instance, type);
}

static inline const char *desktop_type_name(gpointer instance) { return G_OBJECT_TYPE_NAME(instance); }

// Sets a boolean property. GLib's function has a variable number of arguments, which Swift can't pass.
static inline void desktop_set_boolean(gpointer object, const char *property, gboolean value) {
  g_object_set(object, property, value, NULL);
}

// Emits a signal that has no arguments.
static inline void desktop_emit(gpointer object, const char *signal) { g_signal_emit_by_name(object, signal); }

// Returns the number of bytes that the program has allocated and not released.
static inline size_t desktop_allocated(void) { return mallinfo2().uordblks; }

// Returns a boolean property.
static inline gboolean desktop_get_boolean(gpointer object, const char *property) {
  gboolean value = FALSE;
  g_object_get(object, property, &value, NULL);
  return value;
}
