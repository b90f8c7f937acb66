/** Opens the device's file picker or camera with a field that has no name, and so is not sent with the form. */
export function openFilePicker(
  {
    accept,
    camera,
    multiple,
  }: {
    readonly accept: string;
    readonly camera?: 'environment' | 'user' | undefined;
    readonly multiple: boolean;
  },
  onSelect: (files: readonly File[]) => void,
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = multiple;
  input.hidden = true;
  if (camera) input.setAttribute('capture', camera);
  input.addEventListener('change', () => {
    input.remove();
    if (input.files?.length) onSelect([...input.files]);
  });
  input.addEventListener('cancel', () => input.remove());
  // Some browsers report no change of a field that is not in the document.
  document.body.append(input);
  input.click();
}
