'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '#language';
import { ownApplicationHref } from '#src/addresses.ts';
import {
  type CompanyApplication,
  hasReceipt,
  sentFromHere,
} from '#src/browser/application-records.ts';
import { useStored } from '#src/browser/page-events.ts';
import { toggleSaved } from '#src/browser/storage.ts';
import { fill, fillDate } from '#src/language/format.ts';
import { type DescribedOpening, describeOpenings } from './actions.ts';
import styles from './device.module.css';
import { useSaved } from './saved-link.client.tsx';

/** The applications and saved openings of this device (contract, decision 26). Only ids are stored; the site adds the facts. */
export function DeviceLists() {
  const { device } = texts();
  const saved = useSaved() ?? [];
  const [sent, setSent] = useState<readonly CompanyApplication[]>();
  const [described, setDescribed] = useState<ReadonlyMap<string, DescribedOpening>>();
  useStored(() => setSent(sentFromHere()));
  const unknown = [...(sent ?? []).map(({ joblistingid }) => joblistingid), ...saved]
    .filter((id) => !described?.has(id))
    .map(encodeURIComponent)
    .join(' ');
  useEffect(() => {
    if (unknown === '') return;
    const add = (added: readonly DescribedOpening[]) =>
      setDescribed(
        (before) => new Map([...(before ?? []), ...added.map((one) => [one.id, one] as const)]),
      );
    describeOpenings({ ids: unknown }).then(add, () => add([]));
  }, [unknown]);
  const isDescribed = described !== undefined;
  useEffect(() => {
    // The browser looked for the target of the fragment before the list was rendered.
    if (isDescribed && window.location.hash === '#saved')
      document.getElementById('saved-title')?.focus();
  }, [isDescribed]);
  /** The pressed button disappears, so the focus is moved. */
  function remove(id: string) {
    document.getElementById(saved.length > 1 ? 'saved-title' : 'main')?.focus();
    toggleSaved(id);
  }
  if (!sent)
    return (
      <noscript>
        <p>{device.needsScript}</p>
      </noscript>
    );
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
              <p>{fillDate(device.appliedOn, application.appliedOn)}</p>
              {hasReceipt(application) ? (
                <a href={ownApplicationHref(application.joblistingid, application.submissionId)}>
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
          <h2 id="saved-title" tabIndex={-1}>
            {fill(device.savedCount, { count: saved.length })}
          </h2>
          <ul className={styles.list}>
            {saved.map((id) => {
              const opening = described.get(id);
              return (
                <Row key={id} id={id} opening={opening}>
                  {opening && !opening.href ? <p>{device.closed}</p> : null}
                  <button type="button" className={styles.toggle} onClick={() => remove(id)}>
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
