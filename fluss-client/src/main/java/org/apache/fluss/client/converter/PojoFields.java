// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.converter;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.fluss.types.RowType;

/** The fields of a class whose objects stand for rows. Immutable. */
final class PojoFields<T> {
  /** A field, read and set directly or by its methods. */
  static final class PojoField {
    final String name;
    final Class<?> type;
    private final Field field;
    private final Method getter;
    private final Method setter;

    PojoField(Field field, Method getter, Method setter) {
      this.name = field.getName();
      this.type = field.getType();
      this.field = field;
      this.getter = getter;
      this.setter = setter;
    }

    Object get(Object object) {
      try {
        return getter == null ? field.get(object) : getter.invoke(object);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Field '" + name + "' cannot be read.", e);
      }
    }

    void set(Object object, Object value) {
      try {
        if (setter == null) {
          field.set(object, value);
        } else {
          setter.invoke(object, value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Field '" + name + "' cannot be set.", e);
      }
    }
  }

  private final Class<T> type;
  private final Constructor<T> constructor;
  private final Map<String, PojoField> fields;

  private PojoFields(Class<T> type, Constructor<T> constructor, Map<String, PojoField> fields) {
    this.type = type;
    this.constructor = constructor;
    this.fields = fields;
  }

  /**
   * @throws IllegalArgumentException if objects of the class cannot stand for rows
   */
  static <T> PojoFields<T> of(Class<T> type) {
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new IllegalArgumentException("Class " + type.getName() + " must be public.");
    }
    Constructor<T> constructor;
    try {
      constructor = type.getConstructor();
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "Class " + type.getName() + " needs a public constructor without arguments.", e);
    }
    Map<String, PojoField> fields = new LinkedHashMap<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers)
            && !Modifier.isTransient(modifiers)
            && !field.isSynthetic()
            && !fields.containsKey(field.getName())) {
          fields.put(field.getName(), field(type, field));
        }
      }
    }
    return new PojoFields<>(type, constructor, fields);
  }

  private static PojoField field(Class<?> type, Field field) {
    String name = field.getName();
    if (field.getType().isPrimitive()) {
      throw new IllegalArgumentException(
          String.format(
              "Field '%s' of %s is a primitive %s, which cannot be null; declare it as an object.",
              name, type.getName(), field.getType()));
    }
    boolean open =
        Modifier.isPublic(field.getModifiers())
            && Modifier.isPublic(field.getDeclaringClass().getModifiers());
    if (open) {
      return new PojoField(field, null, null);
    }
    String suffix = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    Method getter = method(type, "get" + suffix);
    if (getter == null && field.getType() == Boolean.class) {
      getter = method(type, "is" + suffix);
      getter = getter == null ? method(type, "has" + suffix) : getter;
    }
    Method setter = method(type, "set" + suffix, field.getType());
    if (getter == null || setter == null) {
      throw new IllegalArgumentException(
          String.format(
              "Field '%s' of %s must be public or have a public %s%s.",
              name, type.getName(), getter == null ? "get" : "set", suffix));
    }
    return new PojoField(field, getter, setter);
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      return type.getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /**
   * The fields for the columns of rows, in their order.
   *
   * @throws IllegalArgumentException if one is missing
   */
  PojoField[] forColumns(RowType rowType) {
    PojoField[] result = new PojoField[rowType.getFieldCount()];
    for (int i = 0; i < result.length; i++) {
      String column = rowType.getFieldNames().get(i);
      result[i] = fields.get(column);
      if (result[i] == null) {
        throw new IllegalArgumentException(
            String.format(
                "Class %s has no field for column '%s'; it has %s.",
                type.getName(), column, fields.keySet()));
      }
    }
    return result;
  }

  T newObject() {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("No object of " + type.getName() + " can be made.", e);
    }
  }
}
