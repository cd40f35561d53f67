// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.protocol;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apache.fluss.annotation.PublicEvolving;

/** Marks the gateway method of an API. */
@PublicEvolving
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RPC {
  /** The API this method calls or answers. */
  ApiKeys api();
}
