// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc;

/**
 * A set of calls, one method per API. A server implements the gateway of its role, a client gets a
 * proxy of it from {@link GatewayClientProxy}. A method that is not implemented answers with {@link
 * org.apache.fluss.exception.UnsupportedVersionException} and is not offered to clients.
 */
public interface RpcGateway {}
