import { type SelectQueryBuilder, sql } from 'kysely';

/** Few enough rows for one statement: SQLite allows 32,766 values. */
const batchSize = 100;

/** Divides rows into groups that fit into one statement each. */
export function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += batchSize)
    yield rows.slice(start, start + batchSize);
}

/**
 * Reads the rows of a query in batches, so that memory does not grow with the table. Rows may be written meanwhile.
 * @param key the columns that identify a row, `table.column` where the name alone is ambiguous; the rows are in their order
 */
export async function* batchesOf<Tables, Table extends keyof Tables, Row extends object>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  key: readonly string[],
): AsyncGenerator<Row[]> {
  const columns = key.map((column) => sql.ref(column));
  const ordered = columns.reduce((all, column) => all.orderBy(column), query.limit(batchSize));
  for (let next = ordered; ; ) {
    const rows = await next.execute();
    if (rows.length > 0) yield rows;
    const last = rows[batchSize - 1];
    if (!last) return;
    const values = key.map((column) => Reflect.get(last, column.replace(/^.*\./, '')));
    next = ordered.where(sql<boolean>`(${sql.join(columns)}) > (${sql.join(values)})`);
  }
}
