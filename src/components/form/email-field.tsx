import { type ComponentProps, useRef, useState } from 'react';
import { texts } from '#language';
import { useForgotten } from '#src/browser/forgotten.ts';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { fillElements } from '#src/language/format.ts';
import textButton from '../text-button/text-button.module.css';
import styles from './email-field.module.css';
import { TextField } from './text-field.tsx';

const loadSuggestions = () => import('#src/domain/rules/forms/email-suggestion.ts');
const suggestionDelayMs = 500;

/**
 * Offers the address that was probably meant, soon after the last key. If the offer appeared when the field loses the
 * focus, the page would move under a click on the submit button. The field never refuses the entered address. The page
 * must send the texts of the section `emailField` to the browser.
 */
export function EmailField({
  suggested,
  ...field
}: ComponentProps<typeof TextField> & {
  /** The suggestion for the value of a form that was sent without script. */
  suggested: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [suggestion, setSuggestion] = useState(suggested);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHydrated = useHydrated();
  useForgotten(() => setSuggestion(undefined));
  function suggest(): void {
    void loadSuggestions().then(
      ({ suggestEmail }) => setSuggestion(suggestEmail(input.current?.value ?? '')),
      // If the script does not load, nothing is offered, and the entered address counts.
      () => undefined,
    );
  }
  function accept(): void {
    if (!input.current || suggestion === undefined) return;
    input.current.value = suggestion;
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    input.current.focus();
    setSuggestion(undefined);
  }
  return (
    <div>
      <TextField
        {...field}
        ref={input}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(suggest, suggestionDelayMs);
        }}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div role="status">
        {suggestion === undefined ? null : (
          <p className={styles.suggestion}>
            {fillElements(texts().emailField.meant, {
              address: isHydrated ? (
                <button type="button" className={textButton.button} onClick={accept}>
                  {suggestion}
                </button>
              ) : (
                <span>{suggestion}</span>
              ),
            })}
          </p>
        )}
      </div>
    </div>
  );
}
