/** Made by @vitejs/plugin-rsc at build: the modules of server functions by the hashes they are called by. */
declare module 'virtual:vite-rsc/server-references' {
  const references: Record<string, () => Promise<object>>;
  export default references;
}

interface ImportMeta {
  /** Of @vitejs/plugin-rsc: a module in another graph of the server. */
  readonly viteRsc: {
    import<Module>(specifier: string, options: { environment: 'ssr' | 'rsc' }): Promise<Module>;
  };
}
