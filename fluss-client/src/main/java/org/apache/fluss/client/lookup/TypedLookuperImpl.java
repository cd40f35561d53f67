// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.converter.PojoToRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.RowType;

/** Looks up by objects. */
class TypedLookuperImpl<T> implements TypedLookuper<T> {
  private final Lookuper lookuper;
  private final PojoToRow<T> converter;

  TypedLookuperImpl(
      Lookuper lookuper, Class<T> pojoClass, RowType rowType, List<String> lookupColumns) {
    this.lookuper = lookuper;
    this.converter = PojoToRow.create(pojoClass, rowType.project(lookupColumns));
  }

  @Override
  public CompletableFuture<LookupResult> lookup(T lookupKey) {
    if (lookupKey == null) {
      throw new IllegalArgumentException("The lookup key must not be null.");
    }
    return lookuper.lookup(
        lookupKey instanceof InternalRow ? (InternalRow) lookupKey : converter.row(lookupKey));
  }
}
