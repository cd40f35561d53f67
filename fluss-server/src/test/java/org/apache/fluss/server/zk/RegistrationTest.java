// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RegistrationTest {
  private static final String PATH = TabletServerNode.path(1);

  private final ManualClock clock = new ManualClock(0);
  private final InMemoryMetadataStore store = new InMemoryMetadataStore(clock);

  private Registration registration(MetadataStore session, int port) {
    TabletServerNode node =
        new TabletServerNode(List.of(new Endpoint("127.0.0.1", port, "FLUSS")), 0, null, "b");
    return new Registration(
        session, PATH, node::encode, data -> TabletServerNode.decode(data).endpoints(), clock);
  }

  private int registeredPort() {
    return TabletServerNode.decode(store.get(PATH).get().data()).endpoints().get(0).getPort();
  }

  private static ServerSocket listen() throws Exception {
    return new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
  }

  private static void register(Registration registration) {
    registration.register(
        Runnable::run,
        failure -> {
          throw new AssertionError(failure);
        });
  }

  @Test
  void whatADeadProcessLeftIsReplaced() throws Exception {
    int deadPort;
    try (ServerSocket socket = listen()) {
      deadPort = socket.getLocalPort();
      register(registration(store.newSession(), deadPort));
    }
    register(registration(store, 1));
    assertThat(registeredPort()).isEqualTo(1);
  }

  @Test
  void aServerOnTheSamePortReplacesItsPredecessor() throws Exception {
    try (ServerSocket socket = listen()) {
      MetadataStore killed = store.newSession();
      register(registration(killed, socket.getLocalPort()));
      register(registration(store, socket.getLocalPort()));
      assertThat(store.get(PATH).get().ephemeralOwner()).isEqualTo(store.sessionId());
    }
  }

  @Test
  void aLivingProcessIsWaitedFor() throws Exception {
    try (ServerSocket socket = listen()) {
      MetadataStore living = store.newSession();
      register(registration(living, socket.getLocalPort()));
      CompletableFuture<Void> second =
          CompletableFuture.runAsync(() -> register(registration(store, 1)));
      clock.advanceTime(Registration.WAIT_MS - 1, TimeUnit.MILLISECONDS);
      assertThat(second).isNotDone();
      living.close();
      second.get(30, TimeUnit.SECONDS);
      assertThat(registeredPort()).isEqualTo(1);
    }
  }

  @Test
  void aLivingProcessThatStaysIsNamed() throws Exception {
    try (ServerSocket socket = listen()) {
      register(registration(store.newSession(), socket.getLocalPort()));
      CompletableFuture<Void> second =
          CompletableFuture.runAsync(() -> register(registration(store, 1)));
      while (!second.isDone()) {
        clock.advanceTime(Registration.WAIT_MS, TimeUnit.MILLISECONDS);
      }
      assertThatThrownBy(second::join).hasMessageContaining(PATH);
    }
  }

  @Test
  void aNewSessionRegistersAgain() {
    Registration registration = registration(store, 1);
    register(registration);
    long before = store.get(PATH).get().creationId();
    store.expireSession();
    assertThat(store.get(PATH).get().creationId()).isGreaterThan(before);
    registration.close();
    store.expireSession();
    assertThat(store.get(PATH)).isEmpty();
  }
}
