'use client';

import { companyApplications } from '#src/browser/application-records.ts';
import { useWindowEvent } from '#src/browser/page-events.ts';
import type { ConfirmedAction } from './link-actions.ts';

const erase: ConfirmedAction = 'erase';

/** An application that is erased on this page is not one of this device any more. */
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
