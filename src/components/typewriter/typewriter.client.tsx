'use client';

import { type AnimationEvent, useEffect, useRef, useState } from 'react';
import styles from './typewriter.module.css';

/**
 * Renders a headline that appears one character per 100 ms (section 9). The whole text is in the HTML and laid out from
 * the start; the stylesheet animates the characters, so it works without JavaScript and shows the complete text under
 * reduced motion. Any key or pointer press completes it. Once complete, the headline is one text node. The server
 * divides the text into `groups` (`characterGroups`), because the first `Intl.Segmenter` of a page takes 15 ms.
 */
export function Typewriter({ groups }: { readonly groups: readonly (readonly string[])[] }) {
  const text = groups.flat().join('');
  const root = useRef<HTMLSpanElement>(null);
  const [typed, setTyped] = useState<string>();
  const isTyped = typed === text;

  useEffect(() => {
    if (isTyped) return;
    const finish = () => setTyped(text);
    // No animation runs under reduced motion, or if it ended before hydration.
    const running = root.current?.getAnimations({ subtree: true }) ?? [];
    if (running.every(({ playState }) => playState === 'finished')) finish();
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    document.addEventListener('keydown', finish, options);
    document.addEventListener('pointerdown', finish, options);
    return () => stop.abort();
  }, [isTyped, text]);

  const onAnimationEnd = ({ currentTarget, target }: AnimationEvent<HTMLSpanElement>) => {
    if (target === currentTarget.lastElementChild?.lastElementChild) setTyped(text);
  };

  if (isTyped) return <span>{text}</span>;
  return (
    <span ref={root} className={styles.typewriter} onAnimationEnd={onAnimationEnd}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <span key={index}>
          {group.map((character, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            <span key={position}>{character}</span>
          ))}
        </span>
      ))}
    </span>
  );
}
