/** Made by @vitejs/plugin-rsc at build: the modules of server functions by the hashes they are called by. */
declare module 'virtual:vite-rsc/server-references' {
  const references: Readonly<Record<string, () => Promise<unknown>>>;
  export default references;
}
