import { texts } from '#language';
import { isLateTexts, lateTexts } from '#src/language/late-texts.ts';

/** Returns the texts of a script that pages load later, as JSON in the language of the address. */
export async function GET(request: Request): Promise<Response> {
  const part = new URL(request.url).pathname.split('/').at(-1) ?? '';
  if (!isLateTexts(part)) return new Response(null, { status: 404 });
  const all = texts();
  return Response.json(Object.fromEntries(lateTexts[part].map((name) => [name, all[name]])));
}
