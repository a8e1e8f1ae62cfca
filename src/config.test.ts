import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConfigurationError, exampleEnvironment, readConfig, settings } from './config.ts';

test('an empty environment is a complete configuration', () => {
  const config = readConfig({});
  assert.equal(config.PORT, 8080);
  assert.equal(config.HOST, '127.0.0.1');
  assert.equal(config.ROLE, 'all');
});

test('every problem of the environment is told at once, by the name of its variable', () => {
  const environment = {
    PORT: '99999',
    ROLE: 'boss',
    DATABASE_URL: 'mysql://db.example.com',
    ADMIN_SECRET: 'short',
    TRUSTED_PROXIES: '10.0.0.0/8, not-an-address',
  };
  assert.throws(
    () => readConfig(environment),
    (error: ConfigurationError) => {
      for (const name of Object.keys(environment)) {
        assert.ok(
          error.problems.some((problem) => problem.startsWith(name)),
          name,
        );
      }
      return error.problems.length === 5;
    },
  );
});

test('an empty variable counts as absent', () => {
  assert.equal(readConfig({ PORT: '', ROLE: ' ' }).PORT, 8080);
});

test('the example environment names every variable and sets none', () => {
  const lines = exampleEnvironment().split('\n');
  for (const name of Object.keys(settings))
    assert.ok(
      lines.some((line) => line.startsWith(`#${name}=`)),
      name,
    );
  assert.ok(lines.every((line) => line === '' || line.startsWith('#')));
});
