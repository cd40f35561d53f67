// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** Marks API for users that stays compatible within a major release. */
@Documented
@Target(ElementType.TYPE)
@PublicStable
public @interface PublicStable {}
