'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '#language';
import { receiptHref } from '#src/addresses.ts';
import {
  type CompanyApplication,
  hasReceipt,
  sentFromHere,
} from '#src/browser/application-records.ts';
import { useForgotten } from '#src/browser/forgotten.ts';
import { readSaved, toggleSaved } from '#src/browser/storage.ts';
import { dateText, fill } from '#src/language/format.ts';
import { type DescribedOpening, describeOpenings } from './actions.ts';
import styles from './device.module.css';

interface Stored {
  readonly sent: readonly CompanyApplication[];
  readonly saved: readonly string[];
}
const nothing: Stored = { sent: [], saved: [] };

/** What a person did on this device (contract, decision 26). Only the ids are stored; the site says what they are. */
export function DeviceLists() {
  const { device } = texts();
  const [stored, setStored] = useState<Stored>();
  const [described, setDescribed] = useState<ReadonlyMap<string, DescribedOpening>>();
  useEffect(() => {
    const stored = { sent: sentFromHere(), saved: readSaved() };
    setStored(stored);
    const ids = new Set([...stored.sent.map(({ joblistingid }) => joblistingid), ...stored.saved]);
    if (ids.size === 0) return;
    describeOpenings({ ids: [...ids].map(encodeURIComponent).join(' ') }).then(
      (found) => setDescribed(new Map(found.map((one) => [one.id, one]))),
      () => setDescribed(new Map()),
    );
  }, []);
  useForgotten(() => setStored(nothing));
  if (!stored) return null;
  const { sent, saved } = stored;
  if (sent.length + saved.length === 0) return <p>{device.none}</p>;
  if (!described) return <p>{device.loading}</p>;
  return (
    <>
      {sent.length > 0 ? (
        <ul className={styles.list} aria-label={device.sent}>
          {sent.map((application) => (
            <Row
              key={application.joblistingid + application.submissionId}
              id={application.joblistingid}
              opening={described.get(application.joblistingid)}
            >
              <p>{fill(device.appliedOn, { date: dateText(application.appliedOn) })}</p>
              {hasReceipt(application) ? (
                <a href={receiptHref(application.joblistingid, application.submissionId)}>
                  {device.show}
                </a>
              ) : (
                <p className="note">{device.byMail}</p>
              )}
            </Row>
          ))}
        </ul>
      ) : null}
      {saved.length > 0 ? (
        <section id="saved" aria-labelledby="saved-title">
          <h2 id="saved-title">{fill(device.savedCount, { count: saved.length })}</h2>
          <ul className={styles.list}>
            {saved.map((id) => {
              const opening = described.get(id);
              return (
                <Row key={id} id={id} opening={opening}>
                  {opening && !opening.href ? <p>{device.closed}</p> : null}
                  <button
                    type="button"
                    className={styles.toggle}
                    onClick={() => {
                      toggleSaved(id);
                      setStored({ sent, saved: readSaved() });
                    }}
                  >
                    {device.remove}
                  </button>
                </Row>
              );
            })}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Row({
  id,
  opening,
  children,
}: {
  id: string;
  opening: DescribedOpening | undefined;
  children: ReactNode;
}) {
  const name = opening?.role ?? fill(texts().device.opening, { id });
  return (
    <li className={styles.row}>
      <p className={styles.role} lang={opening?.lang} dir="auto">
        {opening?.href ? <a href={opening.href}>{name}</a> : name}
      </p>
      {opening?.facts ? <p>{opening.facts}</p> : null}
      {children}
    </li>
  );
}
