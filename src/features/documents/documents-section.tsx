import type { ComponentProps } from 'react';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { documentHelp } from './document-help.ts';
import { DocumentsForm } from './documents-section.client.tsx';
import { uploadOutcome } from './upload-outcome.ts';

/** Returns the props of the documents section that only the server knows, for an application to this role. */
export const documentsProps = (roleName: string) => ({
  help: documentHelp(roleName),
  maxBytes: settings().uploadMaxBytes,
  photographs: siteConfig.photographs,
});

/** Shows the documents of an application: what has arrived, and the form for what is missing. */
export const DocumentsSection = ({
  roleName,
  ...props
}: Pick<ComponentProps<typeof DocumentsForm>, 'application' | 'page'> & {
  roleName: string;
}) => <DocumentsForm {...documentsProps(roleName)} outcome={uploadOutcome()} {...props} />;
