/** `npm run bench [name [arguments]]`: one measurement, or all measurements one after the other. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const names = ['home-requests', 'upload-memory'];
const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted)) {
  process.stderr.write(`There is no bench "${wanted}": choose one of ${names.join(', ')}.\n`);
  process.exit(2);
}
for (const name of wanted === undefined ? names : [wanted]) {
  process.stdout.write(`\n${name}\n\n`);
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
