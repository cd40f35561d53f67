// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.testsupport;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * The part of the released user-facing API that lies in one package, to compare the classes on the
 * class path with. A member may be inherited here where the released class declares it: callers do
 * not see the difference.
 */
public final class PublicApi {
  private final List<JsonNode> classes;

  private PublicApi(List<JsonNode> classes) {
    this.classes = classes;
  }

  /**
   * @throws IllegalArgumentException if the released API has no class in this package
   */
  public static PublicApi ofPackage(String packageName) {
    List<JsonNode> classes = new ArrayList<>();
    for (JsonNode node : Vectors.load("public-api.json").get("classes")) {
      String name = node.get("name").asText();
      if (name.substring(0, name.lastIndexOf('.')).equals(packageName)) {
        classes.add(node);
      }
    }
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("No class of the released API in " + packageName);
    }
    return new PublicApi(classes);
  }

  /** One sentence per class or member that is missing or different; empty if all is kept. */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    for (JsonNode node : classes) {
      boolean internal = "Internal".equals(node.path("stability").asText());
      Class<?> type;
      try {
        type = Class.forName(node.get("name").asText(), false, PublicApi.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        if (!internal) {
          differences.add("missing: " + node.get("name").asText());
        }
        continue;
      }
      if (!internal) {
        compare(node, type, differences);
      }
    }
    return differences;
  }

  private static void compare(JsonNode node, Class<?> type, List<String> differences) {
    String name = node.get("name").asText();
    compareDeclaration(node, type, differences);

    Set<String> actual = new LinkedHashSet<>();
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (!constructor.isSynthetic()) {
        actual.add("C " + signature(constructor, "<init>", null));
      }
    }
    for (Class<?> owner : hierarchy(type)) {
      for (Field field : owner.getDeclaredFields()) {
        actual.add("F " + modifiers(field) + text(field.getGenericType()) + " " + field.getName());
      }
      for (Method method : owner.getDeclaredMethods()) {
        if (!method.isSynthetic() || method.isBridge()) {
          actual.add(
              "M " + signature(method, method.getName(), text(method.getGenericReturnType())));
        }
      }
    }
    Set<String> known = actual.stream().map(PublicApi::normalized).collect(Collectors.toSet());
    for (JsonNode member : node.get("members")) {
      String text = member.asText();
      int value = text.startsWith("F ") ? text.indexOf(" = ") : -1;
      String declaration = value < 0 ? text : text.substring(0, value);
      if (!known.contains(normalized(declaration))) {
        differences.add(name + " lacks " + text);
      } else if (value >= 0) {
        compareConstant(type, declaration, text.substring(value + 3), differences);
      }
    }
  }

  private static void compareDeclaration(JsonNode node, Class<?> type, List<String> differences) {
    String name = node.get("name").asText();
    String declaration = node.get("decl").asText();
    if (!Modifier.isPublic(type.getModifiers()) && declaration.startsWith("public")) {
      differences.add(name + " is not public");
    }
    if (type.isInterface() != declaration.contains("interface ")) {
      differences.add(name + " should be " + declaration);
    }
    boolean isAbstract = Modifier.isAbstract(type.getModifiers());
    if (isAbstract && !declaration.contains("abstract ") && !type.isEnum()) {
      differences.add(name + " is abstract");
    }
    if (Modifier.isFinal(type.getModifiers()) && !declaration.contains("final ")) {
      differences.add(name + " is final");
    }
    Set<String> supertypes =
        hierarchy(type).stream().map(Class::getName).collect(Collectors.toCollection(HashSet::new));
    List<String> wanted = new ArrayList<>();
    if (node.hasNonNull("extends")) {
      wanted.add(node.get("extends").asText());
    }
    node.path("implements").forEach(i -> wanted.add(i.asText()));
    for (String supertype : wanted) {
      if (!supertypes.contains(supertype.replaceAll("<.*", ""))) {
        differences.add(name + " is no " + supertype);
      }
    }
    if (node.hasNonNull("constants")) {
      List<String> constants = new ArrayList<>();
      node.get("constants").forEach(c -> constants.add(c.asText()));
      List<String> actual =
          type.isEnum()
              ? Arrays.stream(type.getEnumConstants())
                  .map(c -> ((Enum<?>) c).name())
                  .collect(Collectors.toList())
              : List.of();
      if (!actual.equals(constants)) {
        differences.add(name + " has the constants " + actual + ", not " + constants);
      }
    }
  }

  private static void compareConstant(
      Class<?> type, String declaration, String value, List<String> differences) {
    String field = declaration.substring(declaration.lastIndexOf(' ') + 1);
    try {
      String actual = String.valueOf(type.getField(field).get(null));
      if (!actual.equals(value)) {
        differences.add(type.getName() + "." + field + " is " + actual + ", not " + value);
      }
    } catch (ReflectiveOperationException e) {
      differences.add(type.getName() + "." + field + " cannot be read: " + e);
    }
  }

  /** The class, its superclasses and all interfaces. */
  private static Set<Class<?>> hierarchy(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      all.add(c);
    }
    for (Class<?> c : List.copyOf(all)) {
      addInterfaces(c, all);
    }
    return all;
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> into) {
    for (Class<?> i : type.getInterfaces()) {
      into.add(i);
      addInterfaces(i, into);
    }
  }

  private static String signature(Executable executable, String name, String returnType) {
    StringBuilder text = new StringBuilder(modifiers(executable));
    if (executable instanceof Method && ((Method) executable).isDefault()) {
      text.append("default ");
    }
    if (executable.getTypeParameters().length > 0) {
      text.append('<')
          .append(
              Arrays.stream(executable.getTypeParameters())
                  .map(PublicApi::typeParameter)
                  .collect(Collectors.joining(",")))
          .append("> ");
    }
    if (returnType != null) {
      text.append(returnType).append(' ');
    }
    List<String> parameters =
        Arrays.stream(executable.getGenericParameterTypes())
            .map(PublicApi::text)
            .collect(Collectors.toList());
    if (executable.isVarArgs()) {
      int last = parameters.size() - 1;
      parameters.set(last, parameters.get(last).replaceFirst("\\[\\]$", "..."));
    }
    text.append(name).append('(').append(String.join(",", parameters)).append(')');
    if (executable.getGenericExceptionTypes().length > 0) {
      text.append(" throws ")
          .append(
              Arrays.stream(executable.getGenericExceptionTypes())
                  .map(PublicApi::text)
                  .collect(Collectors.joining(",")));
    }
    return text.toString();
  }

  private static String typeParameter(java.lang.reflect.TypeVariable<?> parameter) {
    String bounds =
        Arrays.stream(parameter.getBounds())
            .filter(bound -> bound != Object.class)
            .map(PublicApi::text)
            .collect(Collectors.joining(" & "));
    return parameter.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
  }

  private static String modifiers(Member member) {
    int relevant =
        member instanceof Executable
            ? Modifier.constructorModifiers() | Modifier.methodModifiers()
            : Modifier.fieldModifiers();
    String text = Modifier.toString(member.getModifiers() & relevant);
    return text.isEmpty() ? "" : text + " ";
  }

  private static String text(Type type) {
    return type.getTypeName();
  }

  /** Leaves out what a caller cannot tell apart. */
  private static String normalized(String member) {
    return member.replaceAll("\\b(default|synchronized|transient|volatile|native|strictfp) ", "");
  }
}
