import type { HonoRequest } from 'hono';
import { splitLanguage } from '#src/language/server.ts';
import { isServerFunctionPath } from '#src/routes.ts';

/** The modules with server functions of a build, by their hashes. */
export type ServerModules = Record<string, () => Promise<object>>;

const serverFunction = /^\/RSC\/F\/([\w-]+)\/([\w$-]+)\.txt$/;

/** Waku answers what these checks refuse as an error of the site, and logs it with a stack. */
export function checkServerFunctions(modules: ServerModules) {
  /** Inherited names such as `constructor` and `toString` are no server functions. */
  const has = async (module = '', name = '') =>
    Object.hasOwn(modules, module) && Object.hasOwn((await modules[module]?.()) ?? {}, name);
  return {
    /** Nothing exists at the path of the request, although its pattern is in the table of routes. */
    async isMissing({ path, url }: Pick<HonoRequest, 'path' | 'url'>): Promise<boolean> {
      if (!isServerFunctionPath(path)) return false;
      // `path` is decoded, but Waku looks up the name as it was sent.
      const [, module, name] = serverFunction.exec(splitLanguage(new URL(url).pathname).path) ?? [];
      return name?.endsWith(forForms) || !(await has(module, name));
    },
    /** The body of a POST is a call or a form that React can decode. */
    async accepts(path: string, body: string | FormData): Promise<boolean> {
      if (isServerFunctionPath(path)) return hasKnownArguments(body);
      if (typeof body === 'string') return false;
      const [field = '', ...others] = [...body.keys()].filter((key) => key.startsWith('$ACTION_'));
      const [, module, name] = /^\$ACTION_ID_([\w-]+)#([\w$-]+)$/.exec(field) ?? [];
      return others.length === 0 && has(module, name);
    },
  };
}

/** Server functions with this end of their name are called by a form that is sent without script, never by a script. */
const forForms = 'ByPost';

/**
 * The site's server functions take at most one flat object or form. React reads other types from texts that begin with
 * `$`.
 * @param body a text, or the form that React makes of a call with a form
 */
function hasKnownArguments(body: string | FormData): boolean {
  const root = typeof body === 'string' ? body : body.get('0');
  try {
    const [argument = {}, ...others]: unknown[] = JSON.parse(String(root));
    if (others.length > 0) return false;
    if (argument === '$K1') return typeof body !== 'string';
    return Object.values(argument as object).every(isText);
  } catch {
    return false;
  }
}

const isText = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^(?!\$)|^\$(?:\$|undefined$)/.test(value));
