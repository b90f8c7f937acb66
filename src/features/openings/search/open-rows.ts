import { useEffect, useRef } from 'react';
import { navigationType } from '#src/browser/page-events.ts';
import { openRows } from '#src/browser/storage.ts';

/** Opens the rows again that were open before Back or a reload, which browsers do only from the back/forward cache. */
export function useOpenRows(onToggle: (list: Element | null) => void) {
  const list = useRef<HTMLDivElement>(null);
  const rows = () =>
    [...(list.current?.querySelectorAll('details') ?? [])].map((row) => ({
      row,
      path: row.querySelector<HTMLAnchorElement>('a[href*="/application/"]')?.pathname ?? '',
    }));
  const store = () => {
    openRows.write(rows().flatMap(({ row, path }) => (row.open ? [path] : [])));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const stored = openRows.read();
    if (navigationType() !== 'navigate')
      for (const { row, path } of rows()) row.open ||= stored?.includes(path) ?? false;
    store();
  }, []);
  return {
    ref: list,
    onToggleCapture: () => {
      store();
      onToggle(list.current);
    },
  };
}
