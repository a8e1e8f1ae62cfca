import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPorts, port, type Supplied } from './ports.ts';

const Kennel = port<{ size: number }>('kennel');
const ports = () => openPorts({} as Supplied);

test('a port leads to what was opened, also to null', () => {
  const opened = ports();
  const kennel = { size: 7 };
  const Vet = port<null>('vet');
  opened.open(Kennel.opened(kennel));
  opened.open(Vet.opened(null));
  assert.equal(opened.use(Kennel), kennel);
  assert.equal(opened.use(Vet), null);
  assert.deepEqual([opened.isOpen(Kennel), ports().isOpen(Kennel)], [true, false]);
});

test('a port that is not open, or opened twice, is an error that names it', () => {
  const opened = ports();
  assert.throws(
    () => opened.use(Kennel),
    /the port kennel is not open: the domain that opens it must come earlier/,
  );
  opened.open(Kennel.opened({ size: 7 }));
  assert.throws(() => opened.open(Kennel.opened({ size: 8 })), /the port kennel is already open/);
});

test('ports of one name are not confused', () => {
  const opened = ports();
  opened.open(Kennel.opened({ size: 7 }));
  assert.throws(() => opened.use(port('kennel')), /not open/);
});
