'use client';

import { type ComponentProps, useContext } from 'react';
import { AcceptedContext } from '#src/features/application/accepted-section.tsx';
import { DocumentsForm } from '#src/features/documents/documents-section.client.tsx';

export function AcceptedDocuments({
  joblistingid,
  ...props
}: Pick<ComponentProps<typeof DocumentsForm>, 'help' | 'maxBytes' | 'photographs'> & {
  joblistingid: string;
}) {
  const { received = [], ...accepted } = useContext(AcceptedContext);
  const application = { ...accepted, joblistingid, received: received.map((type) => ({ type })) };
  return <DocumentsForm {...props} application={application} page={{ kind: 'opening' }} />;
}
