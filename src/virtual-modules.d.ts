/** Made by @vitejs/plugin-rsc at build: the modules of server functions by the hashes they are called by. */
declare module 'virtual:vite-rsc/server-references' {
  const references: Record<string, () => Promise<object>>;
  export default references;
}
