// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** Marks what would be more private if no test had to see it. */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.FIELD})
@Internal
public @interface VisibleForTesting {}
