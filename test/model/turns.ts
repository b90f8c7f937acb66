type State = 'running' | 'parked' | 'ended' | { readonly resume: () => void };

/**
 * Runs several actors, one at a time, each from one of its calls to the next. A list of numbers decides who goes on, so
 * that the order does not depend on how long the calls take.
 */
export class Turns {
  readonly #order: Iterator<number>;
  readonly #states: State[] = [];
  readonly #killed = Promise.withResolvers<void>();
  #turnsLeft: number;

  /** @param killAfter the number of turns after which the process of the actors ends */
  constructor(order: readonly number[], killAfter = Number.POSITIVE_INFINITY) {
    this.#order = order.values();
    this.#turnsLeft = killAfter;
  }

  /** Resolves when all actors have ended, or their process has. */
  async run(...actors: readonly ((actor: number) => Promise<unknown>)[]): Promise<void> {
    this.#states.push(...actors.map(() => 'running' as const));
    const running = actors.map(async (act, actor) => {
      await this.#turn(actor);
      await act(actor);
      this.#set(actor, 'ended');
    });
    await Promise.race([Promise.all(running), this.#killed.promise]);
  }

  /**
   * The same object, but each of the calls `names` begins when it is the turn of the actor. During the calls `waiting`,
   * which wait for other actors, these go on.
   */
  of<Target extends object>(
    actor: number,
    target: Target,
    names: readonly (keyof Target)[],
    waiting: readonly (keyof Target)[] = [],
  ): Target {
    const inTurn =
      (work: (...args: unknown[]) => unknown) =>
      async (...args: unknown[]) => {
        await this.#turn(actor);
        return work(...args);
      };
    const parked =
      (work: (...args: unknown[]) => unknown) =>
      async (...args: unknown[]) => {
        await this.#turn(actor);
        this.#set(actor, 'parked');
        try {
          return await work(
            ...args.map((arg) => (typeof arg === 'function' ? inTurn(arg as never) : arg)),
          );
        } finally {
          await this.#turn(actor);
        }
      };
    const wrap = (list: readonly (keyof Target)[], wrapper: typeof inTurn) =>
      list.map((name) => [name, wrapper(target[name] as never)]);
    return { ...target, ...Object.fromEntries([...wrap(names, inTurn), ...wrap(waiting, parked)]) };
  }

  #turn(actor: number): Promise<void> {
    return new Promise((resume) => {
      if (this.#turnsLeft > 0) this.#set(actor, { resume });
      // The promise of a killed process never resolves.
      else this.#killed.resolve();
      this.#turnsLeft -= 1;
    });
  }

  #set(actor: number, state: State): void {
    this.#states[actor] = state;
    if (this.#states.includes('running')) return;
    const ready = this.#states.flatMap((one, at) =>
      typeof one === 'object' ? [{ ...one, at }] : [],
    );
    const next = ready[(this.#order.next().value ?? 0) % ready.length];
    if (!next) return;
    this.#states[next.at] = 'running';
    next.resume();
  }
}
