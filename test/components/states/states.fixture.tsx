import { useActionState, useState } from 'react';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorSummary, type SummaryError } from '#src/components/form/error-summary.client.tsx';
import { SelectField } from '#src/components/form/select-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';

/** An action that refuses, and returns the error with the submitted values, like those of the site's forms. */
async function refuse(_: unknown, data: FormData) {
  const errors: SummaryError[] = [{ id: 'age', message: 'Age: This field is required.' }];
  return { education: String(data.get('education')), errors };
}

export function Fixture() {
  const [dialog, setDialog] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shown, send] = useActionState(refuse, { education: 'B.Sc', errors: [] });
  return (
    <main>
      <button type="button" onClick={() => setDialog(true)}>
        Ask
      </button>
      <MessageDialog open={dialog} title="An error occured" onClose={() => setDialog(false)}>
        Try again.
      </MessageDialog>
      <button type="button" onClick={() => setBusy(true)}>
        Work
      </button>
      <LoadingOverlay open={busy} message="Sending…" />
      <button type="button" id="end-of-work" hidden onClick={() => setBusy(false)} />
      <form action={send} noValidate>
        <ErrorSummary errors={shown.errors} />
        <SelectField
          label="Education"
          name="education"
          options={['B.Sc', 'BA', 'HND']}
          defaultValue={shown.education}
        />
        <TextField label="Age" name="age" id="age" />
        <button type="submit">Submit</button>
      </form>
    </main>
  );
}
