import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The field contains the document, even if it was made of pictures, dropped, or chosen with others. */
export function useFileInput(
  input: RefObject<HTMLInputElement | null>,
  file: File | undefined,
  message: string | undefined,
  select: (selected: File) => void,
): void {
  // The visitor may have chosen a file before hydration.
  const selectFirst = useEffectEvent(() => {
    const selected = input.current?.files?.[0];
    if (selected) select(selected);
  });
  useEffect(selectFirst, []);
  useEffect(() => {
    if (!file || !input.current || input.current.files?.[0] === file) return;
    const files = new DataTransfer();
    files.items.add(file);
    input.current.files = files.files;
  }, [file, input]);
  // A browser reports no change when the same file is chosen again, although it may be another version of it.
  useEffect(() => {
    if (message !== undefined && input.current) input.current.value = '';
  }, [message, input]);
}
