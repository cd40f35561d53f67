// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** Marks what is public for technical reasons only: it may change in any release. */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.FIELD})
@PublicStable
public @interface Internal {}
