import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { splitLanguage } from '#src/language/server.ts';
import { isServerFunctionPath } from '#src/routes.ts';

/** The modules with server functions of a build, by their hashes. */
export type ServerModules = Record<string, () => Promise<object>>;

const serverFunction = /^\/RSC\/F\/([\w-]+)\/([\w$-]+)\.txt$/;

/**
 * Returns whether nothing exists at the path of a request, although its pattern is in the table of routes. Waku would answer
 * it as an error of the site, and log it with a stack.
 */
export function missingServerFunctions(modules: ServerModules) {
  return async ({ path, url }: Pick<HonoRequest, 'path' | 'url'>): Promise<boolean> => {
    if (!isServerFunctionPath(path)) return false;
    // `path` is decoded, but Waku looks up the name as it was sent.
    const [, module = '', name = ''] =
      serverFunction.exec(splitLanguage(new URL(url).pathname).path) ?? [];
    // Inherited names such as `constructor` and `toString` are no server functions.
    if (!Object.hasOwn(modules, module)) return true;
    return !Object.hasOwn((await modules[module]?.()) ?? {}, name);
  };
}

/** React reads other types from texts that begin with `$`. */
const callArguments = z
  .tuple([
    z.record(z.string(), z.union([z.number(), z.string().regex(/^(?!\$)|^\$(?:\$|undefined$)/)])),
  ])
  .or(z.tuple([]));

/**
 * Returns whether the body of a call has arguments that the site's server functions take: at most one flat object of texts
 * and numbers. Waku would answer others as an error of the site too.
 */
export function hasKnownArguments(body: string): boolean {
  try {
    return callArguments.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
