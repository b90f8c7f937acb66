/** Made by @vitejs/plugin-rsc at build: the modules of server functions by the hashes they are called by. */
declare module 'virtual:vite-rsc/server-references' {
  const references: Record<string, () => Promise<object>>;
  export default references;
}

interface ImportMeta {
  /** @vitejs/plugin-rsc imports a module into another graph of the server. */
  readonly viteRsc: {
    import<Module>(specifier: string, options: { environment: 'ssr' | 'rsc' }): Promise<Module>;
  };
}
