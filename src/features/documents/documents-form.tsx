import { settings } from '#src/config/settings.ts';
import { DocumentsUpload } from './documents-upload.client.tsx';

/** Section 4, steps 4 to 6: the documents of an accepted application to opening `joblistingid`. */
export function DocumentsForm({ joblistingid }: { joblistingid: string }) {
  return <DocumentsUpload joblistingid={joblistingid} maxBytes={settings().uploadMaxBytes} />;
}
