'use client';

import { useEffect, useState } from 'react';
import { withStorage } from '#src/browser/storage.ts';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { type Choice, schemes, skins, validChoice } from '#src/domain/model/skins.ts';
import { Dropdown } from '../dropdown/dropdown.client.tsx';
import styles from './skin-panel.module.css';

/** Renders the optional color-skin panel (section 2). A choice applies at once and is stored in localStorage. */
export function SkinPanel() {
  return (
    <div className="scripted">
      <Dropdown id="skin-panel" icon="palette" label="Colours">
        <div className={styles.panel}>
          <Choices choice="skin" legend="Colour" options={skins} />
          <Choices choice="scheme" legend="Light or dark" options={schemes} />
        </div>
      </Dropdown>
    </div>
  );
}

function Choices({
  choice,
  legend,
  options,
}: {
  choice: Choice;
  legend: string;
  options: readonly { value: string; label: string }[];
}) {
  // The HTML is the same for every visitor, so the stored value is read after hydration.
  const isHydrated = useHydrated();
  const [value, setValue] = useState(() => validChoice(choice, undefined));
  useEffect(() => {
    const stored = withStorage('localStorage', (storage) => storage.getItem(choice));
    setValue(validChoice(choice, stored));
  }, [choice]);

  const choose = (next: string) => {
    setValue(next);
    document.documentElement.setAttribute(`data-${choice}`, next);
    // Without storage the choice applies to this page only.
    withStorage('localStorage', (storage) => storage.setItem(choice, next));
  };

  return (
    // Without script a choice has no effect.
    <fieldset disabled={!isHydrated}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={choice}
            value={option.value}
            checked={value === option.value}
            onChange={() => choose(option.value)}
          />
          <span>{option.label}</span>
          {choice === 'skin' ? <span className={styles.swatch} data-swatch={option.value} /> : null}
        </label>
      ))}
    </fieldset>
  );
}
