import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listening } from '#test/support/raw-connection.ts';
import { type ServedPages, servedPages } from '#test/support/served-pages.ts';
import { testSecrets, testService } from '#test/support/service.ts';

const addresses = [
  '/ /api/v1/health /api/v1/find/x /api/v1/admin/audit /internal/jobs/x /mcp /metrics /openapi.json',
  '/opt-out /errors/not_found /reference/ /reference/js/scalar.js /nothing /%zz /.well-known/mcp.json',
  '/app /app/sign-in /app/sign-in/start /app/sign-in/callback /app/api/api/v1/plans /app/assets/none.js',
  '/console/sign-in /docs /docs/lookup /docs/search?q=key /docs/pictures/lookup.png /docs/nothing',
  '/pricing /licences.txt /robots.txt /sitemap.xml /dev/mails /sandbox/x',
].flatMap((line) => line.split(' '));

function assertSafe(headers: Readonly<Record<string, unknown>>, of: string): void {
  const policy = String(headers['content-security-policy']);
  for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(part), `${of}: ${policy}`);
  assert.equal(headers['x-content-type-options'], 'nosniff', of);
  assert.match(String(headers['referrer-policy']), /^(no-referrer|same-origin|strict-origin-when-.*)$/, of);
  assert.ok(headers['cache-control'], of);
}

const get = (pages: ServedPages, url: string, headers: object) =>
  pages.service.app.server.inject({ method: 'GET', url, headers: headers as Record<string, string> });

test('every answer says that it is not guessed at, runs nothing of others, is shown in no frame, and how long it is kept', async () => {
  await using pages = await servedPages({ takesJobs: false });
  for (const url of addresses) {
    for (const accept of ['text/html', '*/*'])
      assertSafe((await get(pages, url, { accept })).headers, `${url} as ${accept}`);
  }
  for (const url of ['/api/v1/admin/audit', '/metrics']) {
    const { headers, statusCode } = await get(pages, url, { 'x-admin-secret': testSecrets.admin_secret });
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store']);
    assertSafe(headers, url);
  }
});

test('so does the answer to bytes that are no request', async () => {
  await using service = await testService();
  const { connection } = await listening(service);
  const { socket, answer } = connection('no request\r\n\r\n');
  const { head } = await answer();
  const lines = head.split('\r\n').slice(1);
  assertSafe(Object.fromEntries(lines.map((line) => line.toLowerCase().split(/: (.*)/s))), head);
  socket.destroy();
});
