import { embeddedList } from '#src/features/openings/embed/embedded-list.ts';

export const GET = (request: Request) => embeddedList(request);
