/** A search as one types: waits for a pause, asks, and gives back the latest answer only. */
export interface LiveSearch<Query> {
  /** Asks once nothing new has come for the delay. */
  later(query: Query): void;
  /** Asks at once, in place of whatever was waiting. */
  now(query: Query): void;
  /** Forgets what is waiting and drops the answers still on their way. */
  stop(): void;
}

/**
 * `ask` may reject; then `onFailure` is told. Answers to anything but the newest question are dropped,
 * so a slow answer never replaces a later one.
 */
export function createLiveSearch<Query, Answer>(options: {
  readonly delayMs: number;
  readonly ask: (query: Query) => Promise<Answer>;
  readonly onAsk?: (query: Query) => void;
  readonly onAnswer: (answer: Answer, query: Query) => void;
  readonly onFailure: (query: Query) => void;
}): LiveSearch<Query> {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;

  function stop(): void {
    clearTimeout(waiting);
    newest += 1;
  }

  function now(query: Query): void {
    stop();
    const asked = newest;
    options.onAsk?.(query);
    options.ask(query).then(
      (answer) => asked === newest && options.onAnswer(answer, query),
      () => asked === newest && options.onFailure(query),
    );
  }

  return {
    stop,
    now,
    later(query) {
      stop();
      waiting = setTimeout(now, options.delayMs, query);
    },
  };
}
