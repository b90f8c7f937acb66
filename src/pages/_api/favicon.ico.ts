import { iconResponse } from '#src/features/openings/sharing/share-picture.ts';

export const GET = iconResponse;
