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
import styles from './header-search.module.css';

const load = loadOnce(() => import('./header-offers.tsx'), Number.POSITIVE_INFINITY);

const statusLine = (text: string) => (
  <p className={styles.summary} role="status">
    {text}
  </p>
);

/** A GET form to the list on home. `HeaderOffers`, which offers openings while the visitor types, loads when it has the focus. */
export function HeaderSearch() {
  const form = useRef<HTMLFormElement>(null);
  const [companies, loadCompanies] = useCompanyOptions([]);
  const [offers, setOffers] = useState(() => statusLine(''));
  const { search: labels } = texts();

  const start = useCallback(
    (form: HTMLFormElement) => {
      loadCompanies();
      load().then(
        ({ HeaderOffers }) => setOffers(<HeaderOffers form={form} />),
        () => setOffers(statusLine(texts().search.failed)),
      );
    },
    [loadCompanies],
  );
  useEffect(() => {
    // The visitor may have opened the dropdown before hydration.
    if (form.current?.closest(openPopover)) start(form.current);
  }, [start]);

  return (
    <search className={styles.search} aria-label={labels.label}>
      <form
        ref={form}
        className={styles.form}
        action={listHref()}
        onFocus={({ currentTarget }) => start(currentTarget)}
      >
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
        />
        <Button type="submit">{labels.submit}</Button>
      </form>
      {offers}
    </search>
  );
}
