'use client';

import { useEffect, useState } from 'react';
import { texts } from '#language';
import { storedChoices } from '#src/browser/storage.ts';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { type Choice, choices, validChoice } from '#src/domain/model/skins.ts';
import { Dropdown } from '../dropdown/dropdown.client.tsx';
import styles from './skin-panel.module.css';

/** Renders the optional color-skin panel (section 2). A choice applies at once and is stored on the device. */
export function SkinPanel() {
  const names = texts().common;
  return (
    <div className="scripted">
      <Dropdown id="skin-panel" icon="palette" label={names.colors}>
        <div className={styles.panel}>
          <Choices choice="skin" legend={names.color} names={names.skins} />
          <Choices choice="scheme" legend={names.scheme} names={names.schemes} />
        </div>
      </Dropdown>
    </div>
  );
}

function Choices<Kind extends Choice>({
  choice,
  legend,
  names,
}: {
  choice: Kind;
  legend: string;
  names: Readonly<Record<(typeof choices)[Kind][number], string>>;
}) {
  const options: readonly (keyof typeof names)[] = choices[choice];
  // The HTML is the same for every visitor, so the stored value is read after hydration.
  const isHydrated = useHydrated();
  const [value, setValue] = useState(() => validChoice(choice, undefined));
  useEffect(() => {
    setValue(validChoice(choice, storedChoices[choice].read()));
  }, [choice]);

  const choose = (next: string) => {
    setValue(next);
    document.documentElement.setAttribute(`data-${choice}`, next);
    // Without storage the choice applies to this page only.
    storedChoices[choice].write(next);
  };

  return (
    // Without script a choice has no effect.
    <fieldset disabled={!isHydrated}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option} className={styles.option}>
          <input
            type="radio"
            name={choice}
            value={option}
            checked={value === option}
            onChange={() => choose(option)}
          />
          <span>{names[option]}</span>
          {choice === 'skin' ? <span className={styles.swatch} data-swatch={option} /> : null}
        </label>
      ))}
    </fieldset>
  );
}
