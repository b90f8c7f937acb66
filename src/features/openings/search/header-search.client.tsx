'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { texts } from '#language';
import { listHref } from '#src/addresses.ts';
import { Button } from '#src/components/button/button.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { loadOnce } from '#src/components/lazy/load-when-visible.ts';
import { openPopover } from '#src/components/popover/popover.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { CompanySelect, useCompanyOptions } from './company-select.client.tsx';
import type { ComboboxAttributes, HeaderOffers } from './header-offers.tsx';
import styles from './header-search.module.css';

const load = loadOnce(() => import('./header-offers.tsx'), Number.POSITIVE_INFINITY);

/** A GET form to the list on home. The script that offers openings while the visitor types loads when it has the focus. */
export function HeaderSearch() {
  const form = useRef<HTMLFormElement>(null);
  const [companies, loadCompanies] = useCompanyOptions([]);
  // The component is in an object, because React would call it.
  const [loaded, setLoaded] = useState<{ readonly HeaderOffers: typeof HeaderOffers }>();
  const [attributes, setAttributes] = useState<ComboboxAttributes>();
  const [status, setStatus] = useState('');
  const { search: labels } = texts();

  const start = useCallback(() => {
    loadCompanies();
    load().then(setLoaded, () => setStatus(texts().search.failed));
  }, [loadCompanies]);
  useEffect(() => {
    // The visitor may have opened the dropdown before hydration.
    if (form.current?.closest(openPopover)) start();
  }, [start]);

  return (
    <search className={styles.search} aria-label={labels.label}>
      <form ref={form} className={styles.form} action={listHref()} onFocus={start}>
        <div className={styles.company}>
          <CompanySelect id="header-company" options={companies} />
        </div>
        <TextField
          id="header-q"
          label={labels.text}
          name="q"
          maxLength={maxLength.q}
          autoComplete="off"
          enterKeyHint="search"
          {...attributes}
        />
        <Button type="submit">{labels.submit}</Button>
      </form>
      <p className={styles.summary} role="status">
        {status}
      </p>
      {loaded ? (
        <loaded.HeaderOffers form={form} onStatus={setStatus} onAttributes={setAttributes} />
      ) : null}
    </search>
  );
}
