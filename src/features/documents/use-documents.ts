import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { DocumentType } from '#src/domain/model/options.ts';
import { fileProblem } from './check-file.ts';
import { emptyRows, isComplete, labelOf, nextRows, toSend } from './document-rows.ts';
import { sendDocument } from './send-document.ts';
import { submissionStatus } from './submission-status.ts';

/** How long 'Document uploaded' stands before the receipt, in milliseconds: long enough to be read. */
const receiptAfterMs = 1200;

/**
 * The six documents of one accepted application: checked before anything is sent, sent one a call in order,
 * each tried again by itself; what arrived in an earlier visit or another tab stays arrived.
 */
export function useDocuments(joblistingid: string, maxBytes: number) {
  const [rows, tell] = useReducer(nextRows, emptyRows);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const [complete, setComplete] = useState(false);
  const latest = useRef(rows);
  latest.current = rows;
  const running = useRef(false);
  /** What the way, not the file, held up: sent by itself when the device is connected again. */
  const waiting = useRef<readonly DocumentType[]>([]);

  const refresh = useCallback(async () => {
    const status = await submissionStatus(joblistingid).catch(() => undefined);
    if (!status) return;
    tell({ is: 'received', types: status.received });
    if (status.complete) setComplete(true);
  }, [joblistingid]);

  const send = useCallback(
    async (types: readonly DocumentType[]) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setProblems([]);
      const found = new Map<DocumentType, string>();
      for (const type of types) {
        const row = latest.current[type];
        const problem = await fileProblem(type, 'file' in row ? row.file : undefined, maxBytes);
        if (problem) found.set(type, problem);
      }
      tell({ is: 'wrong', issues: found });
      if (found.size > 0) {
        setProblems([...found].map(([type, problem]) => `${labelOf(type)}: ${problem}`));
      } else {
        waiting.current = [];
        for (const [index, type] of types.entries()) {
          const row = latest.current[type];
          if (!('file' in row) || !row.file) continue;
          tell({ is: 'progress', type, sent: 0, total: row.file.size });
          setSaid(`Sending ${labelOf(type)}`);
          const result = await sendDocument({ type, file: row.file, joblistingid }, (sent, total) =>
            tell({ is: 'progress', type, sent, total }),
          );
          tell({ is: 'received', types: result.received });
          if (result.ok) {
            setSaid(`${labelOf(type)}: Document uploaded`);
            if (result.complete) setComplete(true);
            continue;
          }
          tell({ is: 'failed', type, message: result.message });
          setSaid(`${labelOf(type)}: ${result.message}`);
          if (result.fileAtFault) continue;
          waiting.current = types.slice(index);
          break;
        }
      }
      running.current = false;
      setBusy(false);
    },
    [joblistingid, maxBytes],
  );

  useEffect(() => {
    void refresh();
    const onVisible = () => document.visibilityState === 'visible' && void refresh();
    const onOnline = () => waiting.current.length > 0 && void send(waiting.current);
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
    };
  }, [refresh, send]);

  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);

  const done = complete || isComplete(rows);
  useEffect(() => {
    if (!done || busy) return;
    const timer = window.setTimeout(() => window.location.assign('/feedback'), receiptAfterMs);
    return () => window.clearTimeout(timer);
  }, [done, busy]);

  return {
    rows,
    busy,
    done,
    /** What stopped the upload before it began, for a dialog. */
    problems,
    forgetProblems: () => setProblems([]),
    /** The last thing that happened, for a screen reader. */
    said,
    choose: (type: DocumentType, file: File | undefined) => tell({ is: 'chosen', type, file }),
    sendAll: () => void send(toSend(latest.current)),
    sendOne: (type: DocumentType) => void send([type]),
  };
}
