'use client';

import { type AnimationEvent, useEffect, useRef, useState } from 'react';
import styles from './typewriter.module.css';
import { typedGroups } from './typewriter-rules.ts';

/**
 * A headline that is typed, 100 ms a character (section 9).
 *
 * The whole text is in the HTML and takes its place from the start; the style sheet alone lets the
 * characters appear, so it types without JavaScript too, and stands complete under reduced motion. Any key
 * or press completes it: nobody has to wait for it. Typed out, it is one plain text again.
 */
export function Typewriter({ text }: { readonly text: string }) {
  const root = useRef<HTMLSpanElement>(null);
  const [typed, setTyped] = useState<string>();
  const isTyped = typed === text;

  useEffect(() => {
    if (isTyped) return;
    const finish = () => setTyped(text);
    // Under reduced motion, or when the last character came before this script did.
    const running = root.current?.getAnimations({ subtree: true }) ?? [];
    if (running.every(({ playState }) => playState === 'finished')) finish();
    const listen = { once: true, capture: true } as const;
    document.addEventListener('keydown', finish, listen);
    document.addEventListener('pointerdown', finish, listen);
    return () => {
      document.removeEventListener('keydown', finish, listen);
      document.removeEventListener('pointerdown', finish, listen);
    };
  }, [isTyped, text]);

  const onAnimationEnd = ({ currentTarget, target }: AnimationEvent<HTMLSpanElement>) => {
    if (target === currentTarget.lastElementChild?.lastElementChild) setTyped(text);
  };

  if (isTyped) return <span>{text}</span>;
  return (
    <span ref={root} className={styles.typewriter} onAnimationEnd={onAnimationEnd}>
      {typedGroups(text).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a character is its place
        <span key={index}>
          {group.map((character, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a character is its place
            <span key={place}>{character}</span>
          ))}
        </span>
      ))}
    </span>
  );
}
