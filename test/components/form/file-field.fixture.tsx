import { useState } from 'react';
import { FileField } from '#src/components/form/file-field.tsx';

export function Fixture() {
  const [file, setFile] = useState<File>();
  return (
    <main>
      <FileField
        name="cv"
        label="CV"
        chosen={file?.name}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
    </main>
  );
}
