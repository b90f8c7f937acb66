import { useEffect, useRef } from 'react';
import { navigationType, withStorage } from '#src/browser/storage.ts';

const storedName = 'open-rows';

/** The browser itself opens them only from its back/forward cache. */
export function useOpenRows() {
  const list = useRef<HTMLDivElement>(null);
  const rows = () =>
    [...(list.current?.querySelectorAll('details') ?? [])].map((row) => ({
      row,
      path: row.querySelector('a')?.pathname ?? '',
    }));
  const store = () => {
    const open = rows().flatMap(({ row, path }) => (row.open ? [path] : []));
    withStorage('sessionStorage', (storage) => storage.setItem(storedName, open.join(' ')));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const stored = withStorage('sessionStorage', (storage) => storage.getItem(storedName));
    if (navigationType() !== 'navigate')
      for (const { row, path } of rows()) row.open ||= stored?.split(' ').includes(path) ?? false;
    store();
  }, []);
  return { ref: list, onToggleCapture: store };
}
