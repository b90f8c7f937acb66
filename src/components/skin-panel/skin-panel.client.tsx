'use client';

import { useEffect, useState } from 'react';
import { Dropdown } from '../dropdown/dropdown.client.tsx';
import styles from './skin-panel.module.css';
import { type Choice, chosen, SCHEMES, SKINS } from './skins.ts';

/** The optional colour-skin panel (section 2): closed until asked, remembers, applies at once. */
export function SkinPanel() {
  return (
    <Dropdown icon="palette" label="Colours">
      <div className={styles.panel}>
        <Choices choice="skin" legend="Skin" options={SKINS} />
        <Choices choice="scheme" legend="Light or dark" options={SCHEMES} />
      </div>
    </Dropdown>
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
  // The first HTML is the same for all; what this visitor chose is known after it.
  const [value, setValue] = useState(() => chosen(choice, null));
  useEffect(() => setValue(chosen(choice, read(choice))), [choice]);

  const choose = (next: string) => {
    setValue(next);
    document.documentElement.setAttribute(`data-${choice}`, next);
    try {
      localStorage.setItem(choice, next);
    } catch {
      // Storage may be off or full; the choice then lasts as long as the page.
    }
  };

  return (
    <fieldset>
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
          {option.label}
          {choice === 'skin' ? <span className={styles.swatch} data-swatch={option.value} /> : null}
        </label>
      ))}
    </fieldset>
  );
}

function read(choice: Choice): string | null {
  try {
    return localStorage.getItem(choice);
  } catch {
    return null;
  }
}
