'use client';

import { type CSSProperties, useEffect, useState } from 'react';
import { texts } from '#language';
import { storedChoices } from '#src/browser/storage.ts';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { type Choice, schemes, validChoice } from '#src/domain/model/skins.ts';
import { Dropdown } from '../dropdown/dropdown.client.tsx';
import styles from './skin-panel.module.css';

interface Option {
  readonly id: string;
  readonly name: string;
  readonly accent?: { readonly light: string; readonly dark: string };
}

/** Renders the optional color-skin panel (section 2). A choice applies at once and is stored on the device. */
export function SkinPanel({ skins }: { skins: readonly Option[] }) {
  const names = texts().common;
  return (
    <div className="scripted">
      <Dropdown id="skin-panel" icon="palette" label={names.colors}>
        <div className={styles.panel}>
          {skins.length > 1 ? <Choices choice="skin" legend={names.color} options={skins} /> : null}
          <Choices
            choice="scheme"
            legend={names.scheme}
            options={schemes.map((id) => ({ id, name: names.schemes[id] }))}
          />
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
  options: readonly Option[];
}) {
  const ids = options.map(({ id }) => id);
  // The HTML is the same for every visitor, so the stored value is read after hydration.
  const isHydrated = useHydrated();
  const [value, setValue] = useState(() => validChoice(ids, undefined));
  const joinedIds = ids.join(' ');
  useEffect(() => {
    setValue(validChoice(joinedIds.split(' '), storedChoices[choice].read()));
  }, [choice, joinedIds]);

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
      {options.map(({ id, name, accent }) => (
        <label key={id} className={styles.option}>
          <input
            type="radio"
            name={choice}
            value={id}
            checked={value === id}
            onChange={() => choose(id)}
          />
          <span>{name}</span>
          {accent ? <span className={styles.swatch} style={swatch(accent)} /> : null}
        </label>
      ))}
    </fieldset>
  );
}

const swatch = ({ light, dark }: { light: string; dark: string }) =>
  ({ '--swatch-light': light, '--swatch-dark': dark }) as CSSProperties;
