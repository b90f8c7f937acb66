// Own process: XMLHttpRequest and window of the browser are replaced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSendResult, sendDocument } from '#src/features/documents/document-requests.ts';

/** A request whose progress the test reports. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: (event: object) => void } = {};
  onabort?: () => void;
  onload?: () => void;
  onloadend?: () => void;
  status = 200;
  responseText = JSON.stringify({ received: ['cv'], complete: false });
  aborted = false;
  constructor() {
    FakeRequest.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.aborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
  respond() {
    this.onload?.();
    this.onloadend?.();
  }
}

test('an upload continues for as long as bytes are sent, and ends a minute after the last', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest, window: { setTimeout, clearTimeout } });
  const file = new File(['%PDF-1.7'], 'cv.pdf');
  const send = () =>
    sendDocument({ type: 'cv', file, joblistingid: '12', applicantId: '1' }, () => {});

  const slow = send();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    t.mock.timers.tick(59_999);
    FakeRequest.last.upload.onprogress?.({ loaded: minutes, total: 10 });
  }
  assert.equal(FakeRequest.last.aborted, false);
  FakeRequest.last.respond();
  assert.equal((await slow).failure, undefined);

  t.mock.timers.tick(60_000);
  assert.equal(FakeRequest.last.aborted, false);

  const stopped = send();
  t.mock.timers.tick(59_999);
  assert.equal(FakeRequest.last.aborted, false);
  t.mock.timers.tick(1);
  assert.equal(FakeRequest.last.aborted, true);
  assert.ok((await stopped).failure);
});

test('only a reply of status 409 says that no document is taken or replaced any more', () => {
  const body = JSON.stringify({ message: 'No longer.' });
  for (const [status, isOver] of [
    [409, true],
    [422, undefined],
    [403, undefined],
  ] as const) {
    const result = parseSendResult(status, body);
    assert.ok(result.failure);
    assert.equal(result.failure.isOver, isOver);
  }
});
