import type { ComponentProps } from 'react';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { documentHelp } from './document-help.ts';
import { DocumentsForm } from './documents-section.client.tsx';
import { uploadOutcome } from './upload-outcome.ts';

/** What the documents section of an application for this role needs from the server. */
export const documentsProps = (roleName: string) => ({
  help: documentHelp(roleName),
  maxBytes: settings().uploadMaxBytes,
  photographs: siteConfig.photographs,
});

/** The documents of an application: what has arrived, and the form for what is missing. */
export const DocumentsSection = ({
  roleName,
  ...props
}: Pick<ComponentProps<typeof DocumentsForm>, 'application' | 'page'> & {
  roleName: string;
}) => <DocumentsForm {...documentsProps(roleName)} outcome={uploadOutcome()} {...props} />;
