import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { startMetrics } from '#cli/server/metrics.ts';
import { root } from '#test/support/site.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [, section = ''] = read('docs/operations.md').split('\n## Metrics\n');
/** docs/operations.md names these labels of each metric. */
const documented = new Map(
  [...section.matchAll(/^\| `(careers_\w+)` \|([^|]*)\|/gm)].map(([, name = '', labels = '']) => [
    name,
    labels.match(/\w+/g) ?? [],
  ]),
);

test('docs/operations.md has a row for each metric with its labels, and for no other', async () => {
  const metrics = await startMetrics({ port: 0, host: '127.0.0.1', dataDir: tmpdir() });
  const response = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  const names = [...(await response.text()).matchAll(/^# TYPE (careers_\w+)/gm)].map(
    ([, name]) => name,
  );
  await metrics.close();
  assert.deepEqual(names.toSorted(), [...documented.keys()].toSorted());
  const source = read('cli/server/metrics.ts');
  for (const [name, labels] of documented) {
    const call = source.slice(source.indexOf(`'${name.replace('careers_', '')}'`));
    for (const label of labels)
      assert.ok(call.slice(0, 400).includes(`'${label}'`), `${name} ${label}`);
  }
});

test('each alert reads metrics and labels that exist', () => {
  const { groups } = parse(read('deploy/alerts.yaml'));
  const rules: { alert: string; expr: string; annotations: { summary: string } }[] = groups.flatMap(
    ({ rules }: { readonly rules: unknown[] }) => rules,
  );
  assert.ok(rules.length > 8);
  for (const { alert, expr, annotations } of rules) {
    const named = [...expr.matchAll(/\b(careers_\w+)/g)].map(([, name = '']) => name);
    const metrics = named.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    assert.ok(metrics.length > 0 || /\bup\b/.test(expr), alert);
    for (const metric of metrics) assert.ok(documented.has(metric), `${alert}: ${metric}`);
    const labels = metrics.flatMap((metric) => documented.get(metric) ?? []);
    const used = [
      ...[...expr.matchAll(/(\w+)[!=]~?"/g)].map(([, label = '']) => label),
      ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, ?/)),
      ...[...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
    ];
    for (const label of used)
      assert.ok([...labels, 'instance', 'job', 'le'].includes(label), `${alert}: ${label}`);
  }
});
