import { useEffect, useEffectEvent, useState } from 'react';
import { texts } from '#language';
import { type KeptApplication, keptApplication } from '#src/browser/application-records.ts';
import { useRestoredPage, useWindowEvent } from '#src/browser/page-events.ts';
import { canSave, savedChanged } from '#src/browser/storage.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { fill } from '#src/language/format.ts';
import type { DraftEvent, DraftState } from './application-draft.ts';
import { keptFields, pickFields } from './form-values.ts';
import { OfferNotice } from './notices.tsx';

/** Returns what the device keeps, and a function that reads it again. */
function useKept() {
  const [kept, setKept] = useState<KeptApplication>();
  const read = () => setKept(keptApplication.read());
  const onOpen = useEffectEvent(read);
  useEffect(() => onOpen(), []);
  useWindowEvent('storage', read);
  useWindowEvent(savedChanged, read);
  useRestoredPage(read);
  return [kept, read] as const;
}

/** Offers a new form what was sent before, under the first name and an initial only: another person may read it. */
export function KeptNotice({
  draft: { phase, offer, outcome = 'discarded' },
  onDecide,
}: {
  draft: DraftState;
  onDecide: (decision: DraftEvent) => void;
}) {
  const [kept, read] = useKept();
  if (!kept || phase !== 'open' || offer || outcome === 'restored' || outcome === 'used')
    return null;
  const { keptOffer, useSent, notMe } = texts().application;
  const { firstname = '', lastname = '' } = kept.values;
  const [initial = ''] = lastname.trim().normalize('NFC');
  const remove = () => {
    keptApplication.remove();
    read();
    onDecide({ type: 'removed' });
  };
  return (
    <OfferNotice
      title={fill(keptOffer, { name: `${firstname} ${initial.toUpperCase()}.` })}
      buttons={[
        [
          fill(useSent, { company: kept.company }),
          () => onDecide({ type: 'used', values: kept.values }),
        ],
        [notMe, remove],
      ]}
    />
  );
}

/** After sending, a person can let the device keep it for the next form. It shows what the device keeps, also in other tabs. */
export function KeepCheckbox({ values, company }: { values: FormValues; company: string }) {
  const [kept, read] = useKept();
  const [savedAt, setSavedAt] = useState<number>();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered(canSave()), []);
  if (!isOffered) return null;
  return (
    <label className="check" data-print="no">
      <input
        type="checkbox"
        checked={kept !== undefined && kept.savedAt === savedAt}
        onChange={({ currentTarget: { checked } }) => {
          const now = Date.now();
          const sent = pickFields(values, keptFields);
          if (checked) keptApplication.write({ version: 1, savedAt: now, company, values: sent });
          else keptApplication.remove();
          setSavedAt(now);
          read();
        }}
      />
      <span>{texts().application.keepSent}</span>
    </label>
  );
}
