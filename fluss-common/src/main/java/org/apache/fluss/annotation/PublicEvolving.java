// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * Marks API for users that keeps its meaning, yet may still change its shape between minor
 * releases.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.FIELD})
@PublicStable
public @interface PublicEvolving {}
