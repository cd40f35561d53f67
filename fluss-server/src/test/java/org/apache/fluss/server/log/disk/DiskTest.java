// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every disk must do, asked of both. */
class DiskTest {
  @TempDir Path temp;

  @Test
  void localDisk() throws Exception {
    holdContract(LocalDisk.INSTANCE, temp.resolve("a"));
  }

  @Test
  void simulatedDisk() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    holdContract(disk, Path.of("/a"));
    assertThat(disk.openFiles()).isZero();
  }

  private static void holdContract(Disk disk, Path root) throws IOException {
    Path directory = root.resolve("b/c");
    assertThat(disk.exists(directory)).isFalse();
    disk.createDirectories(directory);
    disk.createDirectories(directory);
    assertThat(disk.isDirectory(directory)).isTrue();
    assertThat(disk.list(directory)).isEmpty();
    assertThatThrownBy(() -> disk.list(root.resolve("x"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> disk.open(root.resolve("x/y"))).isInstanceOf(IOException.class);

    Path path = directory.resolve("file");
    DiskFile file = disk.open(path);
    assertThat(file.size()).isZero();
    assertThat(file.read(ByteBuffer.allocate(1), 0)).isEqualTo(-1);
    ByteBuffer[] parts = new ByteBuffer[100];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = i % 2 == 0 ? ByteBuffer.allocate(7) : ByteBuffer.allocateDirect(5);
      for (int j = 0; j < parts[i].capacity(); j++) {
        parts[i].put(j, (byte) i);
      }
    }
    file.write(parts, 3);
    assertThat(file.size()).isEqualTo(603);
    for (ByteBuffer part : parts) {
      assertThat(part.hasRemaining()).isFalse();
    }
    ByteBuffer some = ByteBuffer.allocate(14);
    file.readFully(some, 0);
    assertThat(some.array()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1);
    assertThatThrownBy(() -> file.readFully(ByteBuffer.allocate(2), 602))
        .isInstanceOf(EOFException.class);
    file.write(ByteBuffer.wrap(new byte[] {9, 9}), 1);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    assertThat(file.transferTo(0, 4, Channels.newChannel(sent))).isEqualTo(4);
    assertThat(sent.toByteArray()).containsExactly(0, 9, 9, 0);
    file.truncate(700);
    assertThat(file.size()).isEqualTo(603);
    file.truncate(2);
    file.extend(1);
    assertThat(file.size()).isEqualTo(2);
    file.extend(5);
    ByteBuffer tail = ByteBuffer.allocate(5);
    file.readFully(tail, 0);
    assertThat(tail.array()).containsExactly(0, 9, 0, 0, 0);
    file.force();
    disk.syncDirectory(directory);

    // A removed or replaced file lives on for those who have it open.
    disk.replace(path, new byte[] {1, 2, 3});
    assertThat(disk.read(path, 3)).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> disk.read(path, 2)).isInstanceOf(IOException.class);
    assertThat(file.size()).isEqualTo(5);
    assertThat(disk.list(directory)).containsExactly(path);
    disk.move(path, directory.resolve("other"));
    assertThat(disk.exists(path)).isFalse();
    assertThatThrownBy(() -> disk.delete(directory)).isInstanceOf(DirectoryNotEmptyException.class);
    assertThat(disk.delete(directory.resolve("other"))).isTrue();
    assertThat(disk.delete(directory.resolve("other"))).isFalse();
    disk.open(directory.resolve("z")).close();
    disk.open(directory.resolve("y")).close();
    assertThat(disk.list(directory))
        .extracting(p -> p.getFileName().toString())
        .containsExactly("y", "z");
    disk.deleteRecursively(root.resolve("b"));
    disk.deleteRecursively(root.resolve("b"));
    assertThat(disk.exists(directory)).isFalse();
    file.close();
    file.close();
    assertThatThrownBy(file::size).isInstanceOf(IOException.class);
  }

  @Test
  void onlyWhatIsForcedSurvivesTheMachine() throws Exception {
    int lostNames = 0;
    int lostBytes = 0;
    for (int seed = 0; seed < 50; seed++) {
      SimulatedDisk disk = new SimulatedDisk();
      Path directory = Path.of("/d");
      disk.createDirectories(directory);
      DiskFile forced = disk.open(directory.resolve("forced"));
      forced.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
      forced.force();
      disk.syncDirectory(directory);
      forced.write(ByteBuffer.wrap(new byte[] {4, 5, 6}), 3);
      disk.open(directory.resolve("named")).close();
      disk.crash(seed);
      assertThatThrownBy(forced::size).isInstanceOf(IOException.class);
      byte[] left = disk.read(directory.resolve("forced"), 10);
      assertThat(left).startsWith(1, 2, 3);
      lostBytes += left.length < 6 || left[5] != 6 ? 1 : 0;
      lostNames += disk.exists(directory.resolve("named")) ? 0 : 1;
    }
    assertThat(lostNames).isBetween(10, 40);
    assertThat(lostBytes).isBetween(10, 45);
  }
}
