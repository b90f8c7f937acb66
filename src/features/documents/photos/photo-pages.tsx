import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '#language';
import { useObjectUrl } from '#src/browser/use-object-url.ts';
import { IconButton } from '#src/components/button/button.tsx';
import { fill } from '#src/language/format.ts';
import { isRead, type PhotoAction, type PhotoPage } from './pages.ts';
import styles from './photos.module.css';

export function PhotoPages({
  label,
  pages,
  dispatch,
  onEmpty,
}: {
  label: string;
  pages: readonly PhotoPage[];
  dispatch: (action: PhotoAction) => void;
  /** Is called when the last page was removed, and with it the control that had the focus. */
  onEmpty: () => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  if (pages.length === 0) return null;
  const text = texts().photographs;
  function remove(id: string, index: number) {
    flushSync(() => dispatch({ type: 'remove', id }));
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const neighbor = buttons[Math.min(index, buttons.length - 1)];
    if (neighbor) neighbor.focus();
    else onEmpty();
  }
  return (
    <ol ref={list} className={styles.pages} aria-label={fill(text.pagesOf, { label })}>
      {pages.map((page, index) => {
        const { id } = page;
        const number = index + 1;
        const move = (by: -1 | 1) => ({
          'aria-disabled': !(index + by in pages) || undefined,
          onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => {
            flushSync(() => dispatch({ type: 'move', id, by }));
            // The moved element has lost the focus.
            currentTarget.focus();
          },
        });
        return (
          <li key={id} className={styles.page}>
            <Thumbnail page={page} />
            <p>{fill(text.page, { number })}</p>
            <div className={styles.controls}>
              <IconButton
                icon="retry"
                label={fill(text.turnPage, { number })}
                onClick={() => dispatch({ type: 'turn', id })}
              />
              <IconButton icon="arrow-up" label={fill(text.moveUp, { number })} {...move(-1)} />
              <IconButton icon="arrow-down" label={fill(text.moveDown, { number })} {...move(1)} />
              <IconButton
                icon="trash"
                label={fill(text.remove, { number })}
                data-remove=""
                onClick={() => remove(id, index)}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Thumbnail({ page }: { page: PhotoPage }) {
  const url = useObjectUrl(isRead(page) ? page.jpeg.blob : undefined);
  return (
    <div className={styles.thumbnail}>
      {url ? <img src={url} alt={page.name} style={{ rotate: `${page.turn}deg` }} /> : null}
    </div>
  );
}
