/**
 * Run by scripts/fault-table.ts as a process of its own, with the paths of test files: writes what their
 * fault tests say of themselves to descriptor 3, as JSON. Descriptor 1 is the test runner's.
 */
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { collectFaults } from './faults.ts';

const sections = [];
for (const path of process.argv.slice(2))
  sections.push({
    path,
    rows: await collectFaults(() => import(pathToFileURL(path).href)),
  });
writeSync(3, JSON.stringify(sections));
