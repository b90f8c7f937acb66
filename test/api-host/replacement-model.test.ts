import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { findApplication } from '#src/api-host/applications/stored-applications.ts';
import { documentRecords } from '#src/api-host/documents/document-records.ts';
import { erase } from '#src/api-host/erase.ts';
import { claimWork, settleWork } from '#src/api-host/queue/work-queue.ts';
import { scanQueue } from '#src/api-host/scan/scan-queue.ts';
import { limits } from '#src/domain/model/limits.ts';
import { apply, cleanupOf, dataIn, testHost } from './support/host.ts';
import { storedDocuments } from './support/upload.ts';

type File = { text: string; scan: 'clean' | 'pending' | 'infected' };
/** What the host must have: the document, and the file that was sent to replace it. */
interface Expected {
  current?: File;
  other?: File | undefined;
  /** A cleanup has seen that `other` is infected. */
  isSettled: boolean;
  sent: number;
  hasStage: boolean;
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('send'),
      dies: fc.constantFrom('no', 'before', 'after'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('scan'),
      verdict: fc.constantFrom('clean', 'infected'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('cleanup') }) },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constantFrom('stage', 'erase', 'earlier erase') }),
  },
);

for (const isScanned of [true, false])
  test(`in every order of uploads, kills, ${isScanned ? 'scans, ' : ''}stages, cleanups and erasures there is the old document or the new one, and no other file is left`, async (t) => {
    const host = await testHost(t);
    const data = await dataIn(t, host.dataDir);
    const { database, store } = data;
    const clock = { now: new Date() };
    const records = documentRecords(database, { isScanned });
    let people = 0;
    let files = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        people += 1;
        const id = await apply(host, { emailaddress: `p${people}@example.com` });
        const cleanup = cleanupOf(data, () => clock.now);
        const expected: Expected = { isSettled: false, sent: 0, hasStage: false };
        let isErased = false;

        async function send(dies: string): Promise<void> {
          files += 1;
          const text = `file ${files}`;
          const source = Readable.from([Buffer.from(text)]);
          const { storedAs, bytes } = await cleanup.store(source, 'pdf', text.length);
          if (dies === 'before') return;
          const file = { filename: `${text}.pdf`, content_type: '', bytes, is_encrypted: 0 };
          const document = { type: 'cv', stored_as: storedAs, ...file } as const;
          const how = { final: true, replaces: true };
          const result = await records.record(id, document, how, clock.now);
          const { current } = expected;
          const isReplacement = current !== undefined && current.scan !== 'infected';
          const isLeft = expected.sent < limits.documentReplacements && !expected.hasStage;
          const mayBeSent = !isErased && (isLeft || !isReplacement);
          assert.equal(typeof result === 'object', mayBeSent);
          if (dies === 'no')
            for (const name of typeof result === 'object' ? result.replaced : [storedAs])
              await cleanup.discard(name);
          if (!mayBeSent) return;
          const sent: File = { text, scan: isScanned ? 'pending' : 'clean' };
          if (isReplacement) expected.sent += 1;
          if (isReplacement && isScanned)
            Object.assign(expected, { other: sent, isSettled: false });
          else Object.assign(expected, { current: sent, other: undefined });
        }

        async function scan(state: 'clean' | 'infected'): Promise<void> {
          const claimed = await claimWork(database, scanQueue, clock.now);
          const { current, other, isSettled } = expected;
          const file = other && !isSettled ? other : current;
          assert.equal(claimed !== undefined, file?.scan === 'pending');
          if (!claimed || !file) return;
          const verdict = state === 'clean' ? ({ state } as const) : { state, detail: 'Eicar' };
          await settleWork(database.db, scanQueue, claimed, verdict, clock.now);
          file.scan = state;
          if (state === 'clean' && file === other)
            Object.assign(expected, { current: other, other: undefined });
        }

        async function pass(): Promise<void> {
          clock.now = new Date(clock.now.getTime() + 20 * 60_000);
          while (await cleanup.run());
          if (expected.other?.scan === 'infected') expected.isSettled = true;
        }

        async function check(): Promise<void> {
          const [document] = (await findApplication(database.db, id))?.documents ?? [];
          const shown = async (
            file: typeof document | NonNullable<typeof document>['replacement'],
          ) =>
            file && {
              text: await textOf(store.read(file.stored_as)),
              scan: file.scan_state === 'unscanned' ? 'clean' : file.scan_state,
            };
          assert.deepEqual(
            [await shown(document), await shown(document?.replacement)],
            isErased ? [undefined, undefined] : [expected.current, expected.other],
          );
        }

        for (const one of [...steps, { action: 'cleanup' }]) {
          if (one.action === 'send' && 'dies' in one) await send(one.dies);
          else if (one.action === 'scan' && 'verdict' in one && isScanned)
            await scan(one.verdict as 'clean' | 'infected');
          else if (one.action === 'cleanup') await pass();
          else if (one.action === 'stage' && !isErased) {
            await setStages(database, [{ applicant: id, stage: 'review' }], { now: clock.now });
            expected.hasStage = true;
          } else if (one.action === 'erase') {
            await erase(database, cleanup, { applicant: id });
            isErased = true;
          } else if (one.action === 'earlier erase' && !isErased) {
            // A host of the version before knows the file of the row only.
            const rows = await database.db.deleteFrom('documents').returning('stored_as').execute();
            for (const { stored_as } of rows) await cleanup.discard(stored_as);
            await database.db.deleteFrom('applications').where('id', '=', id).execute();
            isErased = true;
          }
          if (isErased) Object.assign(expected, { current: undefined, other: undefined });
          await check();
        }
        const left = await storedDocuments(host.dataDir);
        const texts = await Promise.all(left.map((name) => textOf(store.read(name))));
        const { current, other } = expected;
        assert.deepEqual(
          texts.toSorted(),
          [current, other].flatMap((file) => (file ? [file.text] : [])).toSorted(),
        );
        await erase(database, cleanup, { applicant: id });
        await pass();
        assert.deepEqual(await storedDocuments(host.dataDir), []);
      }),
      { numRuns: 30 },
    );
  });
