/** Configures Vite for the program of the API host, which loads in half the time of its sources (decision 018). */
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';

export default {
  root: dirname(dirname(fileURLToPath(import.meta.url))),
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/api-host/main.ts',
    outDir: `${process.env.BUILD_FOLDER}/host`,
    target: 'node24',
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'api-host.cjs' } },
  },
} satisfies UserConfig;
