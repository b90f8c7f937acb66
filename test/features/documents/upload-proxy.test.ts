import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Hono } from 'hono';
import { DatabaseBusyError, DatabaseUnavailableError } from '#src/database/database.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { uploadProxy } from '#src/features/documents/upload-proxy.ts';
import { texts } from '#src/language/server.ts';
import { bodyMemory } from '#src/limits/body-memory.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { log } from '#src/telemetry/logger.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { wordDocument, zipOf } from '#test/support/office-files.ts';
import { replies } from '#test/support/scripted-host.ts';
import { form, formWith, pdf, startUploadSite } from './upload-site.ts';

const call = 'uploadapplicantdocument';
const cv = ['cv', 'cv.pdf', pdf()] as const;
/** The header of a form that is sent without script. */
const plain = { accept: 'text/html' };

test('forwards a document as section 7 requires and records it as received', async () => {
  await using site = await startUploadSite();
  const response = await site.post(form(['cv', 'my "cv" ✨.pdf', pdf()]));
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), {
    received: ['cv'],
    complete: false,
    message: 'Document uploaded',
  });
  assert.equal(site.host.calls.length, 1);
  const [{ file, ...sent } = {}] = site.forwarded();
  assert.deepEqual(sent, { type: 'cv', applicantId: 'applicant-1', isFinal: false });
  assert.equal(file?.filename, 'my %22cv%22 ✨.pdf');
  assert.equal(file?.sha256, createHash('sha256').update(pdf()).digest('hex'));
});

test('only our API host is told that a document replaces one that has arrived, whatever the form says', async () => {
  for (const secret of ['s'.repeat(32), undefined]) {
    await using site = await startUploadSite({ secret });
    await site.received('cv');
    await site.post(formWith({ replace: '1' }, cv, ['nysc', 'nysc.pdf', pdf()]));
    const parts = site.host.callsTo(call).map((sent) => sent.parts.map(({ name }) => name));
    const section7 = ['document_type', 'applicant_info'];
    assert.deepEqual(parts, [
      [...section7, ...(secret ? ['replace'] : []), 'cv'],
      [...section7, 'nysc'],
    ]);
  }
});

for (const [name, error] of [
  ['away', new DatabaseUnavailableError('connect ECONNREFUSED')],
  ['locked', new DatabaseBusyError()],
] as const)
  for (const step of ['findByTicket', 'withUploadLease', 'markReceived'] as const)
    test(`a document gets 503 and may be sent again while the database is ${name}: ${step}`, async (t) => {
      await using site = await startUploadSite();
      t.mock.method(site.submissions, step, () => Promise.reject(error));
      const response = await site.post(form(cv));
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
      const { message } = (await response.json()) as { message: string };
      assert.equal(message, texts().errors.failed);
      const page = await site.post(form(cv), plain);
      assert.equal(page.status, 303);
      assert.match(page.headers.get('set-cookie') ?? '', /upload_outcome=/);
    });

test('forwards a file name of 255 characters, and a longer one cut before its extension', async () => {
  await using site = await startUploadSite();
  const forwarded = async (name: string) => {
    await site.post(form(['cv', name, pdf()]));
    return site.forwarded().at(-1)?.file?.filename;
  };
  const longest = `${'n'.repeat(251)}.pdf`;
  assert.deepEqual([await forwarded(longest), await forwarded(`n${longest}`)], [longest, longest]);
});

test('forwards several documents with one call each, in order, with final_file on the last of the six', async () => {
  await using site = await startUploadSite();
  const types = ['cv', 'nysc', 'waec', 'undergraduate', 'other', 'passport'];
  const response = await site.post(
    form(...types.map((type) => [type, `${type}.pdf`, pdf()] as const)),
    plain,
  );
  assert.equal(response.status, 303);
  const location = response.headers.get('location') ?? '';
  assert.match(location, /^\/feedback\?joblistingid=101&submission=[\w-]{24}$/);
  assert.deepEqual(
    site.forwarded().map(({ type, isFinal }) => ({ type, isFinal })),
    types.map((type) => ({ type, isFinal: type === 'passport' })),
  );
});

test('exactly one of two concurrent documents completes the set', async () => {
  await using site = await startUploadSite();
  await site.received('cv', 'nysc', 'waec', 'undergraduate');
  await Promise.all([
    site.post(form(['other', 'o.pdf', pdf()])),
    site.post(form(['passport', 'p.pdf', pdf()])),
  ]);
  assert.deepEqual(
    site.forwarded().map(({ isFinal }) => isFinal),
    [false, true],
  );
});

test('a document that is sent again does not complete the set', async () => {
  await using site = await startUploadSite();
  await site.received('cv', 'nysc', 'waec', 'undergraduate', 'other');
  await site.post(form(cv));
  await site.post(form(['passport', 'p.pdf', pdf()]));
  assert.deepEqual(
    site.forwarded().map(({ isFinal }) => isFinal),
    [false, true],
  );
});

test('does not forward applicant_info of the browser', async () => {
  await using site = await startUploadSite();
  const applicant_info = JSON.stringify({ applicant_id: 'somebody-else' });
  const body = formWith({ applicant_info, document_type: 'cv' }, cv);
  assert.equal((await site.post(body)).status, 200);
  assert.equal(site.forwarded()[0]?.applicantId, 'applicant-1');
});

test('a form that names one of two people of a browser sends the document of that one', async () => {
  await using site = await startUploadSite();
  const { submissions, cookie } = site;
  const other = buildApplication({ emailaddress: 'other@example.com' });
  const id = await acceptSubmission(submissions, 'applicant-2', undefined, other);
  const both = submissions.ticket(id, cookie.replace('upload_ticket=', ''));
  const body = formWith({ applicant_id: 'applicant-1' }, cv);
  assert.equal((await site.post(body, { cookie: `upload_ticket=${both}` })).status, 200);
  assert.equal(site.forwarded()[0]?.applicantId, 'applicant-1');
});

/** Returns the result that the page after a plain form shows. */
function outcomeOf(response: Response) {
  assert.equal(response.status, 303);
  const [, value = ''] =
    /^upload_outcome=([\w-]+); /.exec(response.headers.getSetCookie()[0] ?? '') ?? [];
  return JSON.parse(Buffer.from(value, 'base64url').toString());
}

for (const [what, cookie] of [
  ['no ticket', ''],
  ['a forged ticket', 'upload_ticket=abc~zzzzzzzz.forged'],
] as const) {
  test(`returns 403 with ${what} and forwards nothing`, async () => {
    await using site = await startUploadSite();
    const response = await site.post(form(cv), { cookie });
    assert.equal(response.status, 403);
    assert.equal((await response.json()).title, 'An error occured');
    assert.equal(site.host.calls.length, 0);
  });
}

const asPdf =
  'Open it and save it as PDF: on a phone under Share or Print, on a computer under Save as or Print. Then choose the PDF.';
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
for (const [what, file, status, message] of [
  [
    'a wrong extension',
    ['cv', 'cv.txt', pdf()],
    415,
    'Invalid File type for "cv": “cv.txt” is a PDF. Please name it .pdf and choose it again.',
  ],
  [
    'a renamed picture',
    ['passport', 'me.jpg', heic],
    415,
    `Invalid File type for "passport": “me.jpg” is a HEIC picture, as iPhones take them, not a JPEG or PNG picture. ${asPdf}`,
  ],
  [
    'an empty file',
    ['cv', 'cv.pdf', Buffer.alloc(0)],
    415,
    '“cv.pdf” is empty. Please choose a file with something in it.',
  ],
  ['a file over the limit', ['cv', 'cv.pdf', pdf(3000)], 413, 'File size is large for cv'],
  [
    'a field that is no document',
    ['photo', 'a.pdf', pdf()],
    400,
    'There is no document called “photo”.',
  ],
] as const) {
  test(`refuses ${what} with a message and forwards nothing`, async () => {
    await using site = await startUploadSite({ maxBytes: 2500 });
    const response = await site.post(form(file));
    assert.equal(response.status, status);
    const field = file[0] === 'photo' ? {} : { field: file[0] };
    assert.deepEqual(await response.json(), {
      title: 'An error occured',
      message,
      ...field,
      received: [],
    });
    assert.equal(site.host.calls.length, 0);
  });
}

test('accepts a document of exactly the largest size, and none with a byte more', async () => {
  await using site = await startUploadSite({ maxBytes: 2500 });
  const sized = (bytes: number) => ['cv', 'cv.pdf', pdf(bytes - pdf(0).length)] as const;
  assert.equal((await site.post(form(sized(2500)))).status, 200);
  const whole = createHash('sha256').update(pdf(2500 - pdf(0).length));
  assert.equal(site.forwarded()[0]?.file?.sha256, whole.digest('hex'));
  assert.equal((await site.post(form(sized(2501)))).status, 413);
  // As the site's script sends it: the length of the form is nearly that of the document.
  const scripted = formWith({ document_type: 'cv' }, sized(2500));
  assert.equal((await site.post(scripted)).status, 200);
});

test('an invalid document of a plain form stops the upload: nothing is forwarded, and each message is at its field', async () => {
  await using site = await startUploadSite();
  const response = await site.post(
    form(
      cv,
      ['nysc', 'nysc.exe', pdf()],
      ['waec', 'waec.pdf', Buffer.from('no PDF')],
      ['passport', 'me.pdf', pdf()],
    ),
    plain,
  );
  assert.deepEqual(outcomeOf(response).errors, [
    {
      field: 'nysc',
      message:
        'Invalid File type for "nysc": the file is a PDF. Please name it .pdf and choose it again.',
    },
    {
      field: 'waec',
      message: `Invalid File type for "waec": the file is a text file, not a PDF. ${asPdf}`,
    },
    { message: 'No file was sent: please choose the others again too.' },
  ]);
  assert.equal(site.host.calls.length, 0);

  const all = form(cv, ['nysc', 'nysc.pdf', pdf()], ['waec', 'w.pdf', pdf()]);
  assert.deepEqual(outcomeOf(await site.post(all, plain)), { errors: [] });
  assert.equal(site.host.callsTo(call).length, 3);
});

test('a plain form that is too large to be held is forwarded up to its invalid document', async () => {
  await using site = await startUploadSite({ maxBytes: 80 * 1024 * 1024 });
  const large = pdf(65 * 1024 * 1024);
  const response = await site.post(
    form(['cv', 'cv.pdf', large], ['nysc', 'nysc.exe', pdf()], ['waec', 'waec.pdf', pdf()]),
  );
  assert.equal(response.status, 415);
  const { field, received } = await response.json();
  assert.deepEqual({ field, received }, { field: 'nysc', received: ['cv'] });
  assert.equal(site.host.callsTo(call).length, 1);
});

test('forwards a file name without its control characters', async () => {
  await using site = await startUploadSite();
  const response = await site.post(form(['cv', 'my\u0007 \u001b[31mcv\u0085.pdf', pdf()]));
  assert.equal(response.status, 200);
  assert.equal(site.forwarded()[0]?.file?.filename, 'my [31mcv.pdf');
});

test('a form without its end boundary is a 400 with a message', async () => {
  await using site = await startUploadSite();
  for (const field of [
    '',
    'Content-Disposition: form-data; name="document_type"\r\n\r\ncv\r\n--b\r\n',
  ]) {
    const response = await fetch(site.url, {
      method: 'POST',
      headers: { cookie: site.cookie, 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\n${field}Content-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.7\n`,
    });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /The form broke off\./);
  }
  assert.equal(site.host.calls.length, 0);
});

test('the log of a refused document does not name its file', async (t) => {
  const warn = t.mock.method(log(), 'warn');
  await using site = await startUploadSite();
  await site.post(form(['passport', 'ngozi-eze.jpg', heic]));
  const [line] = warn.mock.calls;
  assert.deepEqual(line?.arguments, [{ event: 'upload-refused', status: 415, field: 'passport' }]);
});

test('the log of a request that is no form has no stack, because any visitor can send it', async (t) => {
  const warn = t.mock.method(log(), 'warn');
  await using site = await startUploadSite();
  await fetch(site.url, { method: 'POST', headers: { cookie: site.cookie }, body: 'cv' });
  const [line] = warn.mock.calls;
  assert.doesNotMatch(JSON.stringify(line?.arguments[0]), /err|stack/);
});

for (const status of [429, 503])
  test(`passes on when to try again after a ${status} of the host`, async () => {
    await using site = await startUploadSite();
    site.host.next(call, {
      after: 'body',
      respond: ({ response }) => void response.writeHead(status, { 'retry-after': '7' }).end('{}'),
    });
    const response = await site.post(form(cv));
    assert.deepEqual([response.status, response.headers.get('retry-after')], [status, '7']);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
  });

for (const [what, link, page] of [
  ['the receipt', undefined, /^\/feedback\?joblistingid=101&submission=[\w-]{24}$/],
  ['the page of a link', `/my-application/${'t'.repeat(43)}`, /^\/my-application\/t{43}$/],
  ['the receipt, not another site', `//evil.example/${'t'.repeat(43)}`, /^\/feedback\?/],
  ['the receipt, not another path', `/my-application/${'t'.repeat(43)}/erase`, /^\/feedback\?/],
] as const)
  test(`a plain form leads to ${what}`, async () => {
    await using site = await startUploadSite();
    const fields = { ...(link !== undefined && { link }), applicant_id: 'applicant-1' };
    const response = await site.post(formWith(fields, cv), plain);
    assert.equal(response.status, 303);
    assert.match(response.headers.get('location') ?? '', page);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    assert.deepEqual(outcomeOf(response), { errors: [] });
  });

test('a plain form without a ticket leads back to the page of its link, with the message', async () => {
  await using site = await startUploadSite();
  const link = `/my-application/${'t'.repeat(43)}`;
  const response = await site.post(formWith({ link }, cv), { ...plain, cookie: '' });
  assert.deepEqual([response.status, response.headers.get('location')], [303, link]);
  assert.match(outcomeOf(response).errors[0].message, /^This browser has no application/);
  assert.equal(site.host.calls.length, 0);
});

test('the result of a plain form does not name the file, and fits into a cookie', async () => {
  await using site = await startUploadSite();
  const named = form(['cv', 'ngozi-eze.pdf', Buffer.alloc(0)], ['passport', 'ngozi-eze.jpg', heic]);
  const response = await site.post(named, plain);
  assert.deepEqual(
    outcomeOf(response).errors.map(({ message }: { message: string }) => message),
    [
      'The file is empty. Please choose a file with something in it.',
      `Invalid File type for "passport": the file is a HEIC picture, as iPhones take them, not a JPEG or PNG picture. ${asPdf}`,
    ],
  );
  const long = replies.json({ status: 0, message: 'é'.repeat(5000) });
  site.host.next(call, long);
  const refused = await site.post(form(cv), plain);
  assert.ok((refused.headers.getSetCookie()[0] ?? '').length < 4096);
  assert.match(outcomeOf(refused).errors[0].message, /^é{1000}/);
});

const excel = zipOf([['xl/workbook.xml', '']]);
const otherOffice = 'an Excel, PowerPoint, OpenDocument or Pages file';
const oneDocument = (name: string, bytes: Buffer) =>
  formWith({ document_type: 'cv' }, ['cv', name, bytes]);

test('a file without an extension is forwarded with that of its content', async () => {
  await using site = await startUploadSite();
  for (const [name, bytes, filename, contentType] of [
    ['DOC-20261126-WA0007.', pdf(), 'DOC-20261126-WA0007.pdf', 'application/pdf'],
    [
      '1000012345',
      zipOf([wordDocument]),
      '1000012345.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ] as const) {
    assert.equal((await site.post(oneDocument(name, bytes))).status, 200);
    const file = site.forwarded().at(-1)?.file;
    assert.deepEqual([file?.filename, file?.contentType], [filename, contentType]);
  }
});

test('the directory at the end of an archive decides: the host never gets a complete call with another file', async () => {
  await using site = await startUploadSite();
  const bytes = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(400_000), excel]);
  const response = await site.post(oneDocument('cv.docx', bytes));
  assert.equal(response.status, 415);
  const { message } = await response.json();
  assert.equal(
    message,
    `Invalid File type for "cv": “cv.docx” is ${otherOffice}, not a Word document. ${asPdf}`,
  );
  const [received] = site.host.callsTo(call);
  await received?.gone;
  assert.ok(!received?.complete);

  const before = site.host.calls.length;
  const again = await site.post(form(cv, ['nysc', 'n.docx', bytes]), plain);
  assert.equal(outcomeOf(again).errors[0].field, 'nysc');
  assert.equal(site.host.calls.length, before);
});

test('without script, the answer to a file that is no PDF and no Word document says how to make a PDF of it', async () => {
  await using site = await startUploadSite();
  for (const [extension, bytes, found] of [
    ['odt', zipOf([['mimetype', 'application/vnd.oasis.opendocument.text']]), otherOffice],
    ['pages', zipOf([['Index/Document.iwa', '']]), otherOffice],
    ['rtf', Buffer.from('{\\rtf1}'), 'an RTF document'],
    ['heic', Buffer.from('\0\0\0\x18ftypheic'), 'a HEIC picture, as iPhones take them'],
  ] as const) {
    const response = await site.post(form(['cv', `cv.${extension}`, bytes]), plain);
    const message = `Invalid File type for "cv": the file is ${found}. ${asPdf}`;
    assert.deepEqual(outcomeOf(response).errors, [{ field: 'cv', message }]);
  }
  assert.equal(site.host.calls.length, 0);
});

test('ignores empty file controls', async () => {
  await using site = await startUploadSite();
  const response = await site.post(form(cv, ['nysc', '', Buffer.alloc(0)]), plain);
  assert.deepEqual(outcomeOf(response), { errors: [] });
});

test('returns 400 for a form without documents', async () => {
  await using site = await startUploadSite();
  const response = await site.post(form(['cv', '', Buffer.alloc(0)]));
  assert.equal(response.status, 400);
  assert.equal((await response.json()).message, 'This field is required.');
});

test('returns 400 for more parts than the form can have', async () => {
  await using site = await startUploadSite();
  const body = new FormData();
  for (let i = 0; i < 40; i++) body.append('x', 'y');
  assert.equal((await site.post(body)).status, 400);
});

for (const [what, reply, status, message] of [
  [
    'refuses with a message',
    replies.json({ status: 0, message: 'Not this one.' }),
    422,
    'Not this one.',
  ],
  [
    'replaces no document any more',
    replies.json({ status: 0, message: 'No longer.' }, { status: 409 }),
    409,
    'No longer.',
  ],
  [
    'has no room for it',
    replies.json({ status: 0, message: 'Disk 3 is full.' }, { status: 507 }),
    507,
    'There is no room for this document just now: it was not saved. What has arrived is safe. Please try again later.',
  ],
  ['finds it too large', replies.http(413), 413, 'File size is large for cv'],
  ['responds with HTML', replies.html(), 502, 'An error occured processing your request.'],
  [
    'resets the connection',
    replies.resetAfterReading(),
    502,
    'An error occured processing your request.',
  ],
  ['does not respond', replies.silence(), 504, 'An error occured processing your request.'],
] as const) {
  test(`does not record a document as received when the host ${what}`, async () => {
    await using site = await startUploadSite({ timeoutMs: status === 504 ? 300 : 10_000 });
    site.host.next(call, reply);
    const response = await site.post(form(cv));
    assert.equal(response.status, status);
    const body = await response.json();
    assert.deepEqual(body, { title: 'An error occured', message, field: 'cv', received: [] });
  });
}

test("returns the state of the ticket's submission, and 204 without a ticket", async () => {
  await using site = await startUploadSite();
  await site.received('passport', 'cv');
  const state = await fetch(`${site.origin}/api/submission`, { headers: { cookie: site.cookie } });
  assert.equal(state.headers.get('cache-control'), 'private, no-store');
  const { applied_on, documents_until, submission, ...body } = await state.json();
  assert.deepEqual(body, {
    joblistingid: '101',
    state: 'accepted',
    received: ['cv', 'passport'],
    needed: documentOrder,
    complete: false,
    ...{ withdrawn: false, closed: false },
    applicant_id: 'applicant-1',
  });
  for (const [id, status] of [
    [submission, 200],
    ['another', 204],
  ]) {
    const url = `${site.origin}/api/submission?joblistingid=101&submission=${id}`;
    assert.equal((await fetch(url, { headers: { cookie: site.cookie } })).status, status);
  }
  for (const day of [applied_on, documents_until]) assert.match(day, /^\d{4}-\d\d-\d\d$/);
  assert.equal((Date.parse(documents_until) - Date.parse(applied_on)) / 86_400_000, 7);
  assert.equal((await fetch(`${site.origin}/api/submission`)).status, 204);
  const opened = await fetch(`${site.origin}/api/submission?joblistingid=101&submission=1`, {
    headers: plain,
    redirect: 'manual',
  });
  const location = opened.headers.get('location');
  assert.deepEqual([opened.status, location], [302, '/feedback?joblistingid=101&submission=1']);
});

test('checks the documents of a plain form together if their length fits into the memory for them, else one by one', async () => {
  const documents = () => form(cv, ['nysc', 'nysc.exe', pdf()]);
  const length = (await new Response(documents()).arrayBuffer()).byteLength;
  // The third form finds the memory that the first has released.
  for (const [left, forwarded] of [
    [length, 0],
    [length - 1, 1],
    [length, 0],
  ] as const) {
    using others = bodyMemory.plainDocuments.open();
    others.reserve(bodyMemory.plainDocuments.maxBytes - left);
    await using site = await startUploadSite();
    assert.equal((await site.post(documents())).status, 415);
    assert.equal(site.host.callsTo(call).length, forwarded);
  }
});

test('the last document that the application needs has final_file, and the state names those it needs', async () => {
  await using site = await startUploadSite({ needed: ['cv', 'passport'] });
  const first = await site.post(form(cv));
  assert.deepEqual((await first.json()).complete, false);
  const last = await site.post(form(['passport', 'me.pdf', pdf()]));
  assert.deepEqual((await last.json()).complete, true);
  assert.deepEqual(
    site.forwarded().map(({ type, isFinal }) => [type, isFinal]),
    [
      ['cv', false],
      ['passport', true],
    ],
  );
  const headers = { cookie: site.cookie, accept: 'application/json' };
  const state = await (await fetch(`${site.origin}/api/submission`, { headers })).json();
  assert.deepEqual([state.needed, state.complete], [['cv', 'passport'], true]);
});

test('forwards no document of an application that can no longer be decrypted', async () => {
  let forwarded = 0;
  const application = { id: '1', joblistingid: '101', state: 'accepted' } as const;
  const submission = { ...application, received: [], needed: documentOrder };
  const proxy = uploadProxy({
    client: () => ({
      uploadDocument: async () => {
        forwarded += 1;
      },
    }),
    submissions: () => ({
      findByTicket: async () => submission,
      markReceived: async () => submission,
      withUploadLease: (_id, _signal, task) => task(),
    }),
    maxBytes: 1_000_000,
  });
  const app = new Hono<SiteEnv>().use(withRequestContext()).post('/', proxy);
  const body = form(cv);
  const headers = { accept: 'application/json' };
  const { status } = await app.request('/', { method: 'POST', body, headers });
  assert.deepEqual([status, forwarded], [403, 0]);
});
