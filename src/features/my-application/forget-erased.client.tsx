'use client';

import { companyApplications } from '#src/browser/application-records.ts';
import { useWindowEvent } from '#src/browser/page-events.ts';
import type { ConfirmedAction } from './link-actions.ts';

const erase: ConfirmedAction = 'erase';

/** Removes an application that was erased on this page from the records of the device. */
export function ForgetErased({
  companyId,
  joblistingid,
}: {
  companyId: string;
  joblistingid: string;
}) {
  useWindowEvent('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.action.endsWith(`/${erase}`)) return;
    const isNoted = companyApplications.read(companyId)?.joblistingid === joblistingid;
    if (isNoted && new FormData(target).has(erase)) companyApplications.remove(companyId);
  });
  return null;
}
