// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsError;
import org.apache.fluss.aws.AwsFailure;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.fs.FSDataInputStream;
import org.apache.fluss.fs.FSDataOutputStream;
import org.apache.fluss.fs.FileStatus;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.s3.token.ReceivedToken;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.utils.TemporaryClassLoaderContext;
import org.apache.fluss.utils.clock.SystemClock;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.S3AFileSystem;

/** Objects of one bucket as files, by Hadoop's S3A. Thread-safe. */
final class S3FileSystem extends FileSystem {

  private static final String CREATE_PERFORMANCE = "fs.s3a.create.performance";

  private final URI uri;
  private final S3AFileSystem s3a;
  private final AwsSettings settings;
  private final S3TokenSource tokens;

  private S3FileSystem(URI uri, S3AFileSystem s3a, AwsSettings settings, S3TokenSource tokens) {
    this.uri = uri;
    this.s3a = s3a;
    this.settings = settings;
    this.tokens = tokens;
  }

  /**
   * Opens a bucket; asks nothing of it yet.
   *
   * @param configuration the whole server configuration, or a client's without its prefix
   */
  static S3FileSystem open(URI uri, Map<String, String> configuration) throws IOException {
    Map<String, String> options = new HashMap<>(ReceivedToken.additionInfos());
    options.putAll(configuration);
    AwsSettings settings = AwsSettings.ofFileSystem(options);
    if (uri.getAuthority() == null) {
      throw new IOException("'" + uri + "' names no bucket. Write s3://bucket/path.");
    }
    URI root = URI.create(uri.getScheme() + "://" + uri.getAuthority());
    return call(
        AwsDoing.of("opening", root.toString(), settings),
        () -> {
          S3AFileSystem s3a = new S3AFileSystem();
          s3a.initialize(root, S3aSetup.hadoop(root, options, settings));
          return new S3FileSystem(
              root, s3a, settings, new S3TokenSource(root, options, SystemClock.getInstance()));
        });
  }

  private interface Work<T> {
    T run() throws IOException;
  }

  private static <T> T call(AwsDoing doing, Work<T> work) throws IOException {
    try (TemporaryClassLoaderContext ignored =
        TemporaryClassLoaderContext.of(S3FileSystem.class.getClassLoader())) {
      return work.run();
    } catch (FileNotFoundException e) {
      if (AwsFailure.concerns(e)
          && AwsFailure.explain(e, doing).error() == AwsError.S3_BUCKET_MISSING) {
        throw new IOException(AwsFailure.explain(e, doing).message(), e);
      }
      throw e;
    } catch (IOException e) {
      if (!AwsFailure.concerns(e)) {
        throw e;
      }
      AwsFailure failure = AwsFailure.explain(e, doing);
      if (failure.error() == AwsError.S3_ACCESS_DENIED) {
        AccessDeniedException denied = new AccessDeniedException(null, null, failure.message());
        denied.initCause(e);
        throw denied;
      }
      throw new IOException(failure.message(), e);
    } catch (RuntimeException | LinkageError e) {
      if (AwsFailure.isExplained(e) || !AwsFailure.concerns(e)) {
        throw e;
      }
      throw new IOException(AwsFailure.explain(e, doing).message(), e);
    }
  }

  private AwsDoing doing(String action, FsPath path) {
    return AwsDoing.of(action, path.toString(), settings);
  }

  private static Path hadoop(FsPath path) {
    return new Path(path.toUri());
  }

  @Override
  public ObtainedSecurityToken obtainSecurityToken() throws IOException {
    return call(AwsDoing.of("obtaining a token for", uri.toString(), settings), tokens::obtain);
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  public FileStatus getFileStatus(FsPath path) throws IOException {
    return call(doing("looking at", path), () -> new S3FileStatus(s3a.getFileStatus(hadoop(path))));
  }

  @Override
  public FSDataInputStream open(FsPath path) throws IOException {
    AwsDoing doing = doing("reading", path);
    return new Input(call(doing, () -> s3a.open(hadoop(path))), doing);
  }

  @Override
  public FileStatus[] listStatus(FsPath path) throws IOException {
    return call(
        doing("listing", path),
        () -> {
          org.apache.hadoop.fs.FileStatus[] found = s3a.listStatus(hadoop(path));
          FileStatus[] result = new FileStatus[found.length];
          for (int i = 0; i < found.length; i++) {
            result[i] = new S3FileStatus(found[i]);
          }
          return result;
        });
  }

  @Override
  public boolean delete(FsPath path, boolean recursive) throws IOException {
    return call(doing("deleting", path), () -> s3a.delete(hadoop(path), recursive));
  }

  @Override
  public boolean mkdirs(FsPath path) throws IOException {
    return call(doing("making directory", path), () -> s3a.mkdirs(hadoop(path)));
  }

  @Override
  public FSDataOutputStream create(FsPath path, WriteMode mode) throws IOException {
    AwsDoing doing = doing("writing", path);
    return new Output(
        call(
            doing,
            () ->
                mode == WriteMode.OVERWRITE
                    ? overwrite(hadoop(path))
                    : s3a.create(hadoop(path), false)),
        doing);
  }

  /** Without looking first whether something is there: one request, not three. */
  private org.apache.hadoop.fs.FSDataOutputStream overwrite(Path path) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = s3a.createFile(path);
    builder.overwrite(true);
    builder.recursive();
    builder.opt(CREATE_PERFORMANCE, true);
    return builder.build();
  }

  @Override
  public boolean rename(FsPath from, FsPath to) throws IOException {
    return call(
        doing("renaming", from),
        () -> {
          Path parent = hadoop(to).getParent();
          if (parent != null) {
            s3a.mkdirs(parent);
          }
          return s3a.rename(hadoop(from), hadoop(to));
        });
  }

  /** An object or a common prefix. */
  private static final class S3FileStatus implements FileStatus {
    private final org.apache.hadoop.fs.FileStatus status;

    S3FileStatus(org.apache.hadoop.fs.FileStatus status) {
      this.status = status;
    }

    @Override
    public long getLen() {
      return status.getLen();
    }

    @Override
    public boolean isDir() {
      return status.isDirectory();
    }

    @Override
    public FsPath getPath() {
      return new FsPath(status.getPath().toUri());
    }
  }

  private static final class Input extends FSDataInputStream {
    private final org.apache.hadoop.fs.FSDataInputStream in;
    private final AwsDoing doing;

    Input(org.apache.hadoop.fs.FSDataInputStream in, AwsDoing doing) {
      this.in = in;
      this.doing = doing;
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public int read() throws IOException {
      return call(doing, ((InputStream) in)::read);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return call(doing, () -> in.read(bytes, offset, length));
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class Output extends FSDataOutputStream {
    private final org.apache.hadoop.fs.FSDataOutputStream out;
    private final AwsDoing doing;

    Output(org.apache.hadoop.fs.FSDataOutputStream out, AwsDoing doing) {
      this.out = out;
      this.doing = doing;
    }

    @Override
    public long getPos() {
      return out.getPos();
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      call(
          doing,
          () -> {
            out.write(bytes, offset, length);
            return null;
          });
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      call(
          doing,
          () -> {
            out.close();
            return null;
          });
    }
  }
}
