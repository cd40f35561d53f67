// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.apache.fluss.annotation.PublicStable;

/**
 * A path of a file system: scheme and authority (both optional) and slash-separated names, never
 * percent-encoded. Runs of slashes, a slash at the end, {@code .} and {@code ..} are normalised
 * away. Immutable. Malformed text is an {@link IllegalArgumentException}.
 */
@PublicStable
public class FsPath implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Between names. */
  public static final String SEPARATOR = "/";

  /** The directory a relative path starts from. */
  public static final String CUR_DIR = ".";

  private static final Pattern WINDOWS_ROOT = Pattern.compile("/?[a-zA-Z]:.*");
  private static final int WINDOWS_ROOT_LENGTH = "/C:/".length();

  private final URI uri;

  /** Parses {@code path}. */
  public FsPath(String path) {
    this(parse(path));
  }

  /** Takes over a URI, normalised. */
  public FsPath(URI uri) {
    this.uri = toUri(uri.getScheme(), uri.getAuthority(), uri.getPath());
  }

  /** Puts a path together; scheme and authority may be null. */
  public FsPath(String scheme, String authority, String path) {
    this.uri = toUri(scheme, authority, checkText(path));
  }

  /** {@code child} below {@code parent}. */
  public FsPath(String parent, String child) {
    this(new FsPath(parent), child);
  }

  /** {@code child} below {@code parent}. */
  public FsPath(String parent, FsPath child) {
    this(new FsPath(parent), child.getPath());
  }

  /** {@code child} below {@code parent}. */
  public FsPath(FsPath parent, FsPath child) {
    this(parent, child.getPath());
  }

  /** {@code child} below {@code parent}, even if it starts with a slash. */
  public FsPath(FsPath parent, String child) {
    String below = checkText(child).replace('\\', '/');
    below = below.startsWith(SEPARATOR) ? below.substring(1) : below;
    URI base = parent.uri;
    this.uri = toUri(base.getScheme(), base.getAuthority(), parent.getPath() + SEPARATOR + below);
  }

  /** The path of a local file. */
  public static FsPath fromLocalFile(File file) {
    return new FsPath(file.toURI());
  }

  private static URI parse(String text) {
    String rest = checkText(text);
    if (isWindowsRoot(rest)) {
      return toUri(null, null, rest);
    }
    String scheme = null;
    int colon = rest.indexOf(':');
    int slash = rest.indexOf('/');
    if (colon >= 0 && (slash < 0 || colon < slash)) {
      scheme = rest.substring(0, colon);
      rest = rest.substring(colon + 1);
    }
    String authority = null;
    if (rest.startsWith("//")) {
      int end = rest.indexOf('/', 2);
      end = end < 0 ? rest.length() : end;
      authority = end > 2 ? rest.substring(2, end) : null;
      rest = rest.substring(end);
    }
    return toUri(scheme, authority, rest);
  }

  private static String checkText(String text) {
    if (text == null || text.isEmpty()) {
      throw new IllegalArgumentException("A path must not be null or empty.");
    }
    return text;
  }

  private static URI toUri(String scheme, String authority, String path) {
    String normalized = normalize(path == null ? "" : path);
    try {
      return new URI(scheme, authority, normalized, null, null).normalize();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("No path can be made of '" + path + "'.", e);
    }
  }

  private static String normalize(String path) {
    String normalized = path.replace('\\', '/').replaceAll("/+", "/");
    boolean windows = isWindowsRoot(normalized);
    if (windows && !normalized.startsWith(SEPARATOR)) {
      normalized = SEPARATOR + normalized;
    }
    int rootLength = windows ? WINDOWS_ROOT_LENGTH : 1;
    return normalized.endsWith(SEPARATOR) && normalized.length() > rootLength
        ? normalized.substring(0, normalized.length() - 1)
        : normalized;
  }

  private static boolean isWindowsRoot(String path) {
    return WINDOWS_ROOT.matcher(path).matches();
  }

  /** The path as a URI, percent-encoded where URIs need it. */
  public URI toUri() {
    return uri;
  }

  /** The path without scheme and authority. */
  public String getPath() {
    return uri.getPath();
  }

  /** The last name; empty for a root. */
  public String getName() {
    String path = getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The directory it lies in; null for a root, {@value #CUR_DIR} for a single relative name. */
  public FsPath getParent() {
    String path = getPath();
    int rootLength = isWindowsRoot(path) ? WINDOWS_ROOT_LENGTH : path.startsWith("/") ? 1 : 0;
    if (path.isEmpty() || path.length() == rootLength) {
      return null;
    }
    int lastSlash = path.lastIndexOf('/');
    String parent = lastSlash < 0 ? CUR_DIR : path.substring(0, Math.max(lastSlash, rootLength));
    return new FsPath(uri.getScheme(), uri.getAuthority(), parent);
  }

  /** The file system it belongs to. */
  public FileSystem getFileSystem() throws IOException {
    return FileSystem.get(uri);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof FsPath && ((FsPath) o).uri.equals(uri);
  }

  @Override
  public int hashCode() {
    return uri.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (uri.getScheme() != null) {
      text.append(uri.getScheme()).append(':');
    }
    if (uri.getAuthority() != null) {
      text.append("//").append(uri.getAuthority());
    }
    String path = getPath();
    boolean plainWindows = text.length() == 0 && isWindowsRoot(path);
    return text.append(plainWindows ? path.substring(1) : path).toString();
  }
}
