/** Divides rows into groups that fit into one statement each. SQLite allows 32,766 values in one statement. */
export function* chunks<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
