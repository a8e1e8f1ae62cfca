/** The files that the Dockerfile puts into the image, laid into a folder and started there as a container would. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, cp, mkdir } from 'node:fs/promises';
import { join, matchesGlob, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import { theLibrary } from '#surfaces/web/site/docs/library.ts';
import packageLock from '../package-lock.json' with { type: 'json' };
import type { Lock } from '../scripts/check-lock.ts';
import { testDatabase } from './support/database.ts';
import { temporaryFolder } from './support/embedded.ts';
import { eventually } from './support/eventually.ts';
import { programSecret } from './support/program.ts';

const root = join(import.meta.dirname, '..');
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\\\n\s*/g, '');

const [install, image] = linesOf('Dockerfile')
  .split(/^(?=FROM )/m)
  .slice(-2);
const inStage = (stage: string | undefined, instruction: RegExp): string[] =>
  [...stage!.matchAll(new RegExp(`^${instruction.source}(.*)$`, 'gm'))].map((found) => found[1]!);
const command = (instruction: RegExp): string[] => JSON.parse(inStage(image, instruction)[0]!);

const workFolder = inStage(image, /WORKDIR /)[0]!;
const copied = inStage(image, /COPY (?!--)/).map((line) => line.split(' '));
const removed = inStage(install, /RUN .* rm -rf /).flatMap((line) => line.split(' '));
const user = Number(inStage(image, /USER /)[0]);

/** Whether Docker sees the file: the last line of .dockerignore that names it or a folder above decides. */
function isSent(path: string): boolean {
  const parts = path.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const rules = linesOf('.dockerignore').trim().split('\n');
  const last = rules.findLast((rule) => paths.some((each) => matchesGlob(each, rule.replace(/^!/, ''))));
  return last === undefined || last.startsWith('!');
}

/** As `COPY` and `npm ci --omit=dev` do. Links in node_modules/.bin are kept where their package is. */
async function layOut(folder: string): Promise<void> {
  for (const words of copied) {
    const target = words.at(-1)!;
    for (const source of words.slice(0, -1)) {
      assert.ok(isSent(source), `.dockerignore hides ${source}`);
      const filter = (path: string) => isSent(relative(root, path));
      const to = join(folder, target, target.endsWith('/') ? source : '');
      await cp(join(root, source), to, { recursive: true, filter });
    }
  }
  const isKept = (path: string) => !removed.some((each) => matchesGlob(relative(root, path), each));
  const packages = Object.entries(packageLock.packages as Lock)
    .filter(([path, { dev }]) => path && !dev && existsSync(join(root, path)))
    .map(([path]) => join(root, path));
  for (const path of packages) {
    const filter = (each: string) =>
      isKept(each) && !relative(path, each).split('/').includes('node_modules');
    if (isKept(path)) await cp(path, join(folder, relative(root, path)), { recursive: true, filter });
  }
  await cp(join(root, 'node_modules/.bin'), join(folder, 'node_modules/.bin'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

const place = await temporaryFolder(0o755);
const folder = join(place.path, 'image');
const dataFolder = join(place.path, 'data');
await layOut(folder);
await mkdir(dataFolder, { mode: 0o700 });
// Under root's account the files are not writable for the image's, as in a container.
const account = runsAsRoot() ? { uid: user, gid: user } : {};
if (runsAsRoot()) await chown(dataFolder, user, user);

const database = await testDatabase({ migrated: false });
const declared = Object.fromEntries(
  inStage(image, /ENV /).flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
);
const environment: Record<string, string> = {
  ...declared,
  PATH: declared.PATH.replaceAll(workFolder, folder).replace('$PATH', '/usr/bin:/bin'),
  PORT: String(await freePort()),
  DATA_DIR: dataFolder,
  DATABASE_URL: database.url,
  ADMIN_SECRET: programSecret,
};
const inImage = { cwd: folder, env: environment, ...account };
const url = `http://127.0.0.1:${environment.PORT}`;

const [program, ...options] = command(/CMD /);
const service = spawn(program!, options, { ...inImage, stdio: ['ignore', 'pipe', 'pipe'] });
const output = Promise.all([text(service.stdout), text(service.stderr)]);
const ended = once(service, 'exit');
after(async () => {
  service.kill('SIGTERM');
  await ended;
  await database[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

const run = promisify(execFile);
const [checker, ...checks] = command(/HEALTHCHECK .* CMD /);

test('the service starts, and the health check sees it', async () => {
  const gone = ended.then(async () => assert.fail((await output).join('')));
  gone.catch(() => {});
  await Promise.race([gone, eventually(() => run(checker!, checks, inImage), 100)]);
});

test('a list imported with the command line is looked up', async () => {
  const importing = run(join(folder, 'contactry'), ['import', '-'], inImage);
  importing.child.stdin!.end(
    'profile_url,email\nhttps://www.linkedin.com/in/asha-example,asha@example.com\n',
  );
  await importing;
  const call = async (path: string, headers: object, body: object): Promise<string> => {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const response = await fetch(url + path, { ...asked, body: JSON.stringify(body) });
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const buyer = { email: 'buyer@example.com', account_id: 'buyer', credits: 1 };
  const made = await call('/api/v1/keys/create', { 'x-admin-secret': programSecret }, buyer);
  const link = { profile_url: 'https://www.linkedin.com/in/asha-example' };
  const found = await call('/api/v1/find', { authorization: `Bearer ${JSON.parse(made).key}` }, link);
  assert.match(found, /asha@example\.com/);
});

const textAt = async (path: string): Promise<string> => {
  const response = await fetch(url + path, { headers: { accept: 'text/html' } });
  assert.equal(response.status, 200, path);
  return response.text();
};

test('pages are served, with their scripts, styles and fonts', async () => {
  for (const path of [
    '/',
    '/pricing',
    '/errors',
    '/reference/',
    '/reference/js/scalar.js',
    '/openapi.json',
    '/licences.txt',
  ])
    await textAt(path);
  const assets = /\/assets\/[\w.-]+\.(\w+)/g;
  const found = [...(await textAt('/')).matchAll(assets)];
  for (const kind of ['js', 'css', 'woff2'])
    assert.ok(
      found.some((match) => match[1] === kind),
      kind,
    );
  for (const [path] of found) await textAt(path);
});

test('every guide is served', async () => {
  const { addresses } = theLibrary();
  assert.ok(addresses.includes('/docs/deploying'));
  for (const address of addresses) await textAt(address);
});
