export async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
