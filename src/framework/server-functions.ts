import type { HonoRequest } from 'hono';

/** The modules with server functions of a build, by their hashes. */
export type ServerModules = Record<string, () => Promise<object>>;

/**
 * React calls server functions in Waku at these paths: the hash of a module and the name of a function. The syntax is
 * Hono's.
 */
export const serverFunctionPaths = '/RSC/F/*';
export const serverFunctionPath = <Name extends string>(name: Name) =>
  `/RSC/F/:module/${name}.txt` as const;

const serverFunction = /^\/RSC\/F\/([\w-]+)\/([\w$-]+)\.txt$/;

/** The site has nothing else below `/RSC/`. */
export const isServerFunctionPath = (path: string): boolean => path.startsWith('/RSC/');

/** Waku throws an error for a server function that the build does not have. */
export async function isMissingServerFunction(
  modules: ServerModules,
  { path, url }: Pick<HonoRequest, 'path' | 'url'>,
): Promise<boolean> {
  if (!isServerFunctionPath(path)) return false;
  // `path` is decoded, but Waku looks up the name as it was sent.
  const [, module, name] = serverFunction.exec(new URL(url).pathname) ?? [];
  if (module === undefined || name === undefined) return true;
  // Inherited names such as `constructor` and `toString` are no server functions.
  if (!Object.hasOwn(modules, module)) return true;
  return !Object.hasOwn((await modules[module]?.()) ?? {}, name);
}

/**
 * A form that was sent without script names a server function in its body. React looks the name up in these objects. If
 * they have no prototypes, they have no inherited names, such as `constructor`.
 */
export function removePrototypes(modules: ServerModules): void {
  for (const [module, load] of Object.entries(modules))
    modules[module] = async () => Object.assign(Object.create(null), await load());
  Object.setPrototypeOf(modules, null);
}
