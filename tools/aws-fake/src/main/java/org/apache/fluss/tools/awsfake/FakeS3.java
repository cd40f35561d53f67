// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.tools.awsfake;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Buckets and objects, path style and virtual-host style, with multipart uploads. Thread-safe. */
public final class FakeS3 implements AwsFake.Service {

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");
  private static final Pattern KEY = Pattern.compile("<Key>(.*?)</Key>", Pattern.DOTALL);
  private static final Pattern PART =
      Pattern.compile("<PartNumber>(\\d+)</PartNumber>", Pattern.DOTALL);
  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  // guarded by this
  private final Map<String, TreeMap<String, Stored>> buckets = new TreeMap<>();
  private final Map<String, TreeMap<Integer, byte[]>> uploads = new TreeMap<>();
  private int nextUpload;

  FakeS3() {}

  /** Makes a bucket. */
  public synchronized void createBucket(String bucket) {
    buckets.computeIfAbsent(bucket, b -> new TreeMap<>());
  }

  /** Keys of a bucket below a prefix, sorted. */
  public synchronized List<String> keys(String bucket, String prefix) {
    List<String> keys = new ArrayList<>();
    buckets.getOrDefault(bucket, new TreeMap<>()).keySet().stream()
        .filter(k -> k.startsWith(prefix))
        .forEach(keys::add);
    return keys;
  }

  /** An object's bytes, or null. */
  public synchronized byte[] object(String bucket, String key) {
    Stored stored = buckets.getOrDefault(bucket, new TreeMap<>()).get(key);
    return stored == null ? null : stored.bytes.clone();
  }

  /** Uploads begun, but neither completed nor aborted. */
  public synchronized int openUploads() {
    return uploads.size();
  }

  @Override
  public String operation(Request request) {
    boolean object = !key(request).isEmpty();
    switch (request.method()) {
      case "HEAD":
        return object ? "s3:HeadObject" : "s3:HeadBucket";
      case "GET":
        if (object) {
          return "s3:GetObject";
        }
        return request.has("uploads")
            ? "s3:ListMultipartUploads"
            : request.has("location") ? "s3:GetBucketLocation" : "s3:ListObjectsV2";
      case "PUT":
        if (!object) {
          return "s3:CreateBucket";
        }
        return request.has("partNumber")
            ? "s3:UploadPart"
            : request.header("x-amz-copy-source") != null ? "s3:CopyObject" : "s3:PutObject";
      case "DELETE":
        return request.has("uploadId") ? "s3:AbortMultipartUpload" : "s3:DeleteObject";
      case "POST":
        return request.has("delete")
            ? "s3:DeleteObjects"
            : request.has("uploads") ? "s3:CreateMultipartUpload" : "s3:CompleteMultipartUpload";
      default:
        return "s3:" + request.method();
    }
  }

  private static String bucket(Request request) {
    String virtual = virtualHost(request);
    if (virtual != null) {
      return virtual;
    }
    String path = request.path().substring(1);
    return path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
  }

  private static String key(Request request) {
    String path = request.path().substring(1);
    if (virtualHost(request) != null) {
      return path;
    }
    return path.contains("/") ? path.substring(path.indexOf('/') + 1) : "";
  }

  private static String virtualHost(Request request) {
    String host = request.host().replaceFirst(":\\d+$", "");
    return host.endsWith(".localhost") ? host.substring(0, host.length() - 10) : null;
  }

  @Override
  public synchronized AwsFake.Answer answer(Request request) {
    String name = bucket(request);
    String key = key(request);
    String operation = operation(request);
    if (operation.equals("s3:CreateBucket")) {
      createBucket(name);
      return new AwsFake.Answer(200, "");
    }
    TreeMap<String, Stored> bucket = buckets.get(name);
    if (bucket == null) {
      return error(404, "NoSuchBucket", "The specified bucket does not exist");
    }
    switch (operation) {
      case "s3:HeadBucket":
        return new AwsFake.Answer(200, "").with("x-amz-bucket-region", "us-east-1");
      case "s3:GetBucketLocation":
        return xml("<LocationConstraint xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"/>");
      case "s3:HeadObject":
      case "s3:GetObject":
        return read(request, bucket.get(key));
      case "s3:PutObject":
        if ("*".equals(request.header("If-None-Match")) && bucket.containsKey(key)) {
          return error(412, "PreconditionFailed", "At least one of the pre-conditions failed");
        }
        bucket.put(key, new Stored(request.body()));
        return new AwsFake.Answer(200, "").with("ETag", bucket.get(key).etag);
      case "s3:CopyObject":
        return copy(request, bucket, key);
      case "s3:DeleteObject":
        bucket.remove(key);
        return new AwsFake.Answer(204, "");
      case "s3:DeleteObjects":
        return deleteAll(request, bucket);
      case "s3:ListObjectsV2":
        return list(request, name, bucket);
      case "s3:ListMultipartUploads":
        return xml("<ListMultipartUploadsResult></ListMultipartUploadsResult>");
      case "s3:CreateMultipartUpload":
        String id = "upload" + nextUpload++;
        uploads.put(id, new TreeMap<>());
        return xml(
            "<InitiateMultipartUploadResult><Bucket>"
                + name
                + "</Bucket><Key>"
                + escape(key)
                + "</Key><UploadId>"
                + id
                + "</UploadId></InitiateMultipartUploadResult>");
      case "s3:UploadPart":
        return part(request, name);
      case "s3:AbortMultipartUpload":
        uploads.remove(request.parameter("uploadId"));
        return new AwsFake.Answer(204, "");
      case "s3:CompleteMultipartUpload":
        return complete(request, name, bucket, key);
      default:
        return error(501, "NotImplemented", operation);
    }
  }

  private AwsFake.Answer part(Request request, String bucket) {
    TreeMap<Integer, byte[]> parts = uploads.get(request.parameter("uploadId"));
    if (parts == null) {
      return error(404, "NoSuchUpload", "The specified upload does not exist");
    }
    String source = request.header("x-amz-copy-source");
    byte[] bytes = request.body();
    if (source != null) {
      Stored stored = source(source);
      Matcher range = RANGE.matcher(String.valueOf(request.header("x-amz-copy-source-range")));
      bytes =
          range.matches()
              ? Arrays.copyOfRange(
                  stored.bytes,
                  Integer.parseInt(range.group(1)),
                  Integer.parseInt(range.group(2)) + 1)
              : stored.bytes;
    }
    parts.put(Integer.parseInt(request.parameter("partNumber")), bytes);
    String etag = new Stored(bytes).etag;
    return source == null
        ? new AwsFake.Answer(200, "").with("ETag", etag)
        : xml("<CopyPartResult><ETag>" + etag + "</ETag></CopyPartResult>");
  }

  private AwsFake.Answer complete(
      Request request, String name, TreeMap<String, Stored> bucket, String key) {
    TreeMap<Integer, byte[]> parts = uploads.get(request.parameter("uploadId"));
    if (parts == null) {
      return error(404, "NoSuchUpload", "The specified upload does not exist");
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    Matcher matcher = PART.matcher(request.text());
    while (matcher.find()) {
      byte[] bytes = parts.get(Integer.parseInt(matcher.group(1)));
      whole.write(bytes, 0, bytes.length);
    }
    uploads.remove(request.parameter("uploadId"));
    bucket.put(key, new Stored(whole.toByteArray()));
    return xml(
        "<CompleteMultipartUploadResult><Bucket>"
            + name
            + "</Bucket><Key>"
            + escape(key)
            + "</Key><ETag>"
            + bucket.get(key).etag
            + "</ETag></CompleteMultipartUploadResult>");
  }

  private Stored source(String header) {
    String source =
        java.net.URLDecoder.decode(header.replace("+", "%2B"), StandardCharsets.UTF_8)
            .replaceFirst("^/", "");
    int slash = source.indexOf('/');
    return buckets
        .getOrDefault(source.substring(0, slash), new TreeMap<>())
        .get(source.substring(slash + 1));
  }

  private AwsFake.Answer copy(Request request, TreeMap<String, Stored> bucket, String key) {
    Stored from = source(request.header("x-amz-copy-source"));
    if (from == null) {
      return error(404, "NoSuchKey", "The specified key does not exist.");
    }
    bucket.put(key, new Stored(from.bytes));
    return xml(
        "<CopyObjectResult><ETag>"
            + from.etag
            + "</ETag><LastModified>"
            + from.modified
            + "</LastModified></CopyObjectResult>");
  }

  private static AwsFake.Answer deleteAll(Request request, TreeMap<String, Stored> bucket) {
    StringBuilder deleted = new StringBuilder("<DeleteResult>");
    Matcher matcher = KEY.matcher(request.text());
    while (matcher.find()) {
      bucket.remove(unescape(matcher.group(1)));
      deleted.append("<Deleted><Key>").append(matcher.group(1)).append("</Key></Deleted>");
    }
    return xml(deleted.append("</DeleteResult>").toString());
  }

  private AwsFake.Answer read(Request request, Stored stored) {
    if (stored == null) {
      return error(404, "NoSuchKey", "The specified key does not exist.");
    }
    byte[] bytes = stored.bytes;
    int status = 200;
    String contentRange = null;
    String header = request.header("Range");
    Matcher range = RANGE.matcher(header == null ? "" : header);
    if (range.matches()) {
      int from = Integer.parseInt(range.group(1));
      int to =
          range.group(2).isEmpty()
              ? bytes.length
              : Math.min(bytes.length, Integer.parseInt(range.group(2)) + 1);
      if (from >= bytes.length) {
        return error(416, "InvalidRange", "The requested range is not satisfiable");
      }
      contentRange = "bytes " + from + "-" + (to - 1) + "/" + bytes.length;
      bytes = Arrays.copyOfRange(bytes, from, to);
      status = 206;
    } else if (header != null && header.startsWith("bytes=-")) {
      int last = Integer.parseInt(header.substring(7));
      int from = Math.max(0, bytes.length - last);
      contentRange = "bytes " + from + "-" + (bytes.length - 1) + "/" + bytes.length;
      bytes = Arrays.copyOfRange(bytes, from, bytes.length);
      status = 206;
    }
    AwsFake.Answer answer =
        new AwsFake.Answer(status, bytes)
            .with("ETag", stored.etag)
            .with("Accept-Ranges", "bytes")
            .with(
                "Last-Modified",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    stored.modified.atOffset(ZoneOffset.UTC)));
    if (contentRange != null) {
      answer.with("Content-Range", contentRange);
    }
    if (request.method().equals("HEAD")) {
      answer.with("Content-Length", Integer.toString(bytes.length));
    }
    return answer;
  }

  private static AwsFake.Answer list(Request request, String name, TreeMap<String, Stored> bucket) {
    String prefix = request.parameter("prefix") == null ? "" : request.parameter("prefix");
    String delimiter = request.parameter("delimiter");
    String after =
        request.parameter("continuation-token") != null
            ? request.parameter("continuation-token")
            : request.parameter("start-after");
    int max =
        request.parameter("max-keys") == null
            ? 1000
            : Integer.parseInt(request.parameter("max-keys"));
    StringBuilder contents = new StringBuilder();
    TreeSet<String> prefixes = new TreeSet<>();
    int count = 0;
    String last = null;
    boolean truncated = false;
    for (Map.Entry<String, Stored> entry : bucket.tailMap(prefix, true).entrySet()) {
      String key = entry.getKey();
      if (!key.startsWith(prefix)) {
        break;
      }
      if (after != null && key.compareTo(after) <= 0) {
        continue;
      }
      String common = null;
      if (delimiter != null && !delimiter.isEmpty()) {
        int at = key.indexOf(delimiter, prefix.length());
        common = at < 0 ? null : key.substring(0, at + delimiter.length());
      }
      if (common != null
          && (prefixes.contains(common) || (after != null && after.startsWith(common)))) {
        last = key;
        continue;
      }
      if (count == max) {
        truncated = true;
        break;
      }
      count++;
      last = key;
      if (common != null) {
        prefixes.add(common);
      } else {
        contents
            .append("<Contents><Key>")
            .append(escape(key))
            .append("</Key><LastModified>")
            .append(entry.getValue().modified)
            .append("</LastModified><ETag>")
            .append(entry.getValue().etag)
            .append("</ETag><Size>")
            .append(entry.getValue().bytes.length)
            .append("</Size><StorageClass>STANDARD</StorageClass></Contents>");
      }
    }
    StringBuilder body =
        new StringBuilder("<ListBucketResult><Name>")
            .append(name)
            .append("</Name><Prefix>")
            .append(escape(prefix))
            .append("</Prefix><KeyCount>")
            .append(count)
            .append("</KeyCount><MaxKeys>")
            .append(max)
            .append("</MaxKeys><IsTruncated>")
            .append(truncated)
            .append("</IsTruncated>");
    if (truncated) {
      body.append("<NextContinuationToken>")
          .append(escape(last))
          .append("</NextContinuationToken>");
    }
    body.append(contents);
    prefixes.forEach(
        p ->
            body.append("<CommonPrefixes><Prefix>")
                .append(escape(p))
                .append("</Prefix></CommonPrefixes>"));
    return xml(body.append("</ListBucketResult>").toString());
  }

  private static AwsFake.Answer xml(String body) {
    return new AwsFake.Answer(200, XML + body).with("Content-Type", "application/xml");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  @Override
  public AwsFake.Answer error(int status, String code, String message) {
    return new AwsFake.Answer(
            status,
            XML + "<Error><Code>" + code + "</Code><Message>" + message + "</Message></Error>")
        .with("Content-Type", "application/xml");
  }

  private static final class Stored {
    private final byte[] bytes;
    private final String etag;
    private final Instant modified;

    Stored(byte[] bytes) {
      this.bytes = bytes;
      this.modified = Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MILLIS);
      try {
        StringBuilder hex = new StringBuilder("\"");
        for (byte b : MessageDigest.getInstance("MD5").digest(bytes)) {
          hex.append(String.format("%02x", b));
        }
        this.etag = hex.append('"').toString();
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
