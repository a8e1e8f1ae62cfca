import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };

const textOf = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const compose = textOf('compose.yaml');

test('compose has no password of its own and does not start without one', () => {
  const passwords = [...compose.matchAll(/\$\{(\w*(?:PASSWORD|SECRET)\w*)(\W*)/g)];
  assert.ok(passwords.length > 0);
  for (const [, name, otherwise] of passwords) assert.equal(otherwise, ':?', name!);
});

test('images are named by their exact release', () => {
  const images = [...`${compose}${textOf('Dockerfile')}`.matchAll(/^\s*(?:image:|FROM) (\S+)/gm)];
  assert.equal(images.length, 4);
  for (const [, image] of images) assert.match(image!, /:\d+\.\d+[\w.-]*(@sha256:[\da-f]{64})?$/);
});

test('the workflow of releases names its actions by digest, and only the job without packages may write', () => {
  const { permissions, jobs } = parse(textOf('.github/workflows/release.yml'));
  assert.deepEqual([permissions, jobs.build.permissions], [{}, { contents: 'read' }]);
  const steps: { uses?: string; run?: string }[] = [...jobs.build.steps, ...jobs.publish.steps];
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  assert.ok(actions.length > 0);
  for (const action of actions) assert.match(action, /^actions\/[\w-]+@[\da-f]{40}$/);
  for (const { run } of jobs.publish.steps) assert.match(run ?? 'gh ', /^gh /);
});

test('every container of compose is restarted and has a health check, and ours get all of .env', () => {
  const services = compose
    .slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'))
    .split(/\n {2}(?=\w+:)/)
    .slice(1);
  assert.equal(services.length, 4);
  for (const service of services) {
    assert.match(service, /\n {4}restart: unless-stopped\n/);
    assert.match(service, /\n {4}healthcheck:/);
  }
  for (const service of services.slice(0, 2))
    assert.match(service, /\n {4}env_file: \[\{ path: \.env, required: false \}\]\n/);
});

test('a container and the unit for systemd start the service with the options of npm start', () => {
  const start = packageJson.scripts.start.split(' ');
  assert.ok(textOf('Dockerfile').includes(`CMD ${JSON.stringify(start).replaceAll('","', '", "')}`));
  const unit = textOf('docs/guide/deploying.md');
  assert.ok(unit.includes(`ExecStart=/opt/contactry/node_modules/.bin/${start.join(' ')}\n`));
});
