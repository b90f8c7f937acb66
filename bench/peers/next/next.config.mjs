import { dirname } from 'node:path';

const root = dirname(import.meta.dirname);

export default { outputFileTracingRoot: root, turbopack: { root } };
