/** The better of the two encodings a browser takes, by its Accept-Encoding; q=0 means it does not. */
export function preferredEncoding(acceptEncoding: string | undefined): 'br' | 'gzip' | undefined {
  const taken = new Map(
    (acceptEncoding ?? '').split(',').map((entry) => {
      const [name = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, quality === undefined || Number(quality) > 0] as const;
    }),
  );
  return (['br', 'gzip'] as const).find((name) => taken.get(name) ?? taken.get('*') ?? false);
}
