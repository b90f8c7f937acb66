/**
 * Counts tasks in progress for each client. The result begins a task and returns the function that ends it, or
 * undefined if the client has `max` tasks already.
 */
export function createClientLimit(max: number): (client: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (client) => {
    const count = counts.get(client) ?? 0;
    if (count >= max) return undefined;
    counts.set(client, count + 1);
    return () => {
      const remaining = (counts.get(client) ?? 1) - 1;
      if (remaining > 0) counts.set(client, remaining);
      else counts.delete(client);
    };
  };
}
