'use client';

import { useState } from 'react';
import { texts } from '#language';
import { applicationsPath } from '#src/addresses.ts';
import { useStored } from '#src/browser/page-events.ts';
import { canSave, readSaved, toggleSaved } from '#src/browser/storage.ts';
import { classNames } from '#src/components/class-names.ts';
import { fill } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import styles from './device.module.css';

/** The result is undefined on the server, and if the browser stores nothing. */
export function useSaved(): readonly string[] | undefined {
  const [saved, setSaved] = useState<readonly string[]>();
  useStored(() => setSaved(canSave() ? readSaved() : undefined));
  return saved;
}

/** The link 'Saved (3)', once an opening is saved. */
export function SavedLink({ className }: { className?: string | undefined }) {
  const count = useSaved()?.length ?? 0;
  if (count === 0) return null;
  return (
    <a className={className} href={`${inLanguage(applicationsPath)}#saved`}>
      {fill(texts().device.savedCount, { count })}
    </a>
  );
}

/** The button is not offered without storage. Its place is kept until the storage is known, so that nothing moves. */
export function SaveButton({ id }: { id: string }) {
  const saved = useSaved();
  const { device } = texts();
  const isSaved = saved?.includes(id) ?? false;
  return (
    <button
      type="button"
      className={classNames('scripted', styles.toggle, saved === undefined && styles.unknown)}
      aria-pressed={isSaved}
      onClick={() => toggleSaved(id)}
      data-print="no"
    >
      {isSaved ? device.saved : device.save}
    </button>
  );
}
