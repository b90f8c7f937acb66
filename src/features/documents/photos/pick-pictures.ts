/**
 * Opens the camera or the device's pictures. The field is no part of the form: what leaves the device is the document
 * that is made of the pictures.
 */
export function pickPictures(
  {
    camera,
    multiple,
  }: { readonly camera: 'environment' | 'user' | undefined; readonly multiple: boolean },
  onPicked: (files: readonly File[]) => void,
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = multiple;
  input.hidden = true;
  if (camera) input.setAttribute('capture', camera);
  input.addEventListener('change', () => {
    input.remove();
    if (input.files?.length) onPicked([...input.files]);
  });
  input.addEventListener('cancel', () => input.remove());
  // Some browsers report no change of a field that is not in the document.
  document.body.append(input);
  input.click();
}
