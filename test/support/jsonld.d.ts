/** These types are for the part of jsonld that the tests use, because @types/jsonld lacks `safe`. */
declare module 'jsonld' {
  interface RemoteDocument {
    readonly documentUrl: string;
    readonly document: object;
  }
  interface Options {
    /** Reject instead of dropping a term. */
    readonly safe: boolean;
    readonly documentLoader: (url: string) => Promise<RemoteDocument>;
  }
  const jsonld: {
    expand(document: object, options: Options): Promise<Record<string, unknown>[]>;
  };
  export default jsonld;
}
