export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** One message for each error, which names the opening. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
