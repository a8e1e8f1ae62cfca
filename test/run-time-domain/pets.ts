import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import Type from 'typebox';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import type { Context, Db } from '#core/context.ts';
import { domain } from '#core/domain.ts';
import { admin, internal, key, open } from '#core/door.ts';
import { type ConfigOf, variable, wholeNumber } from '#core/environment.ts';
import type { Job } from '#core/job.ts';
import { operation } from '#core/operation.ts';
import { setting, type ValuesOf } from '#core/parts/setting.ts';
import { port } from '#core/ports.ts';

/** The long-lived part of the domain: pets by name, believed while announcements are heard. */
export interface Kennel {
  known: Map<string, string>;
  heard: string[];
  isHeard: boolean;
}

export const Kennel = port<Kennel>('kennel');

export const petVariables = {
  KENNEL_SIZE: variable('Pets that are known at most.', 10, wholeNumber(1, 100)),
};
export const petSettings = {
  walk_minutes: setting(Type.Integer({ minimum: 1 }), {
    default: 30,
    unit: 'minutes',
    doc: 'How long a walk takes.',
    effect: 'With the next walk.',
  }),
};
declare module '#core/environment.ts' {
  interface Config extends ConfigOf<typeof petVariables> {}
}
declare module '#core/setting-values.ts' {
  interface SettingValues extends ValuesOf<typeof petSettings> {}
}

/** Lets a test act in the middle of an adoption, between its two phases. */
export const vet = {
  visits: 0,
  examine: async (): Promise<void> => {},
};

const Pet = Type.Object({ name: Type.String(), status: Type.String() });
const PetName = Type.Object({ name: Type.String({ maxLength: 50 }) });

const insertPet = (db: Db, name: string) =>
  sql`insert into pet (name, status) values (${name}, 'found')`.execute(db);

type Process = Pick<Context, 'phase' | 'header' | 'audit'>;

/** Processes that are written wrong, or to be told apart. */
const oddities: Record<string, (ctx: Process, name: string) => Promise<string>> = {
  async clumsy({ phase }, name) {
    await phase(async () => {
      throw new Error('clumsy');
    }).catch(() => {});
    return phase(async ({ db, audit }) => {
      await insertPet(db, name);
      await sql`update pet set meals = meals + 1 where name = ${name}`.execute(db);
      audit('pet.found', { name });
      return 'the second';
    });
  },
  async hasty({ phase }) {
    await Promise.all([phase(async () => 'one'), phase(async () => 'other')]);
    return 'both';
  },
  async marked({ header, audit }, name) {
    header('X-Pet', name);
    audit('pet.marked', { name });
    return 'marked';
  },
  async odd({ audit }, name) {
    audit('pet.odd', { name });
    return 'odd \0';
  },
  async slow({ audit }, name) {
    vet.visits += 1;
    await vet.examine();
    audit('pet.seen', { name });
    return 'seen';
  },
  nested: ({ phase }) => phase(async () => phase(async () => 'inside')),
};

const adoptPet = operation({
  id: 'pets.adopt-pet',
  summary: 'Adopt a pet',
  kind: 'process',
  doors: [admin('POST', '/pets'), open('POST', '/strays'), internal('POST', '/internal/pets')],
  input: PetName,
  output: Pet,
  errors: ['pet_is_shy'],

  async run(ctx, { name }) {
    if (name in oddities) return { name, status: await oddities[name]!(ctx, name) };
    if (name === 'nobody') return ctx.fail('pet_is_shy', { members: { name } });
    const found = await ctx.phase(async ({ db, audit, enqueue }) => {
      await insertPet(db, name);
      audit('pet.found', { name });
      enqueue(feedPet, { name });
      return { at: new Date(0) };
    });
    vet.visits += 1;
    await vet.examine();
    await ctx.phase(async ({ db, audit, afterCommit }) => {
      await sql`update pet set status = ${`adopted ${found.at}`} where name = ${name}`.execute(db);
      audit('pet.adopted', { name });
      afterCommit(() => ctx.ports.use(Kennel).known.set(name, 'adopted'));
    });
    return { name, status: 'adopted' };
  },
});

const listPets = operation({
  id: 'pets.list-pets',
  summary: 'List the pets as a file',
  kind: 'query',
  doors: [key('GET', '/pets.csv')],
  input: Type.Object({ as: Type.Enum(['text', 'bytes', 'stream'], { default: 'text' }) }),
  output: FileOutput,
  contentType: 'text/csv',
  errors: [],

  async run(ctx, { as }) {
    const { rows } = await sql<{ name: string }>`select name from pet order by name`.execute(ctx.db);
    const text = ['name', ...rows.map(({ name }) => name)].join('\r\n');
    const bodies = { text, bytes: Buffer.from(text), stream: Readable.from([text]) };
    return new FileAnswer('Häuser & pets.csv', 'text/csv; charset=utf-8', bodies[as as keyof typeof bodies]);
  },
});

export const feedPet: Job<{ name: string }> = {
  id: 'pets.feed-pet',
  retries: { limit: 2, delaySeconds: 1 },
  async run(ctx, { name }) {
    await ctx.phase(async ({ db, audit }) => {
      await sql`update pet set meals = meals + 1 where name = ${name}`.execute(db);
      audit('pet.fed', { name });
    });
  },
};

export const walkPets: Job = {
  id: 'pets.walk-pets',
  schedule: '0 4 * * *',
  async run() {},
};

export const pets = domain({
  id: 'pets',
  title: 'Pets',
  description: 'Animals and who adopts them.',
  operations: [adoptPet, listPets],
  jobs: [feedPet, walkPets],
  errors: {
    pet_is_shy: {
      status: 409,
      title: 'The pet hides',
      retryable: true,
      when: 'The pet does not want to be adopted.',
      remedy: 'Come back with a treat.',
    },
  },
  variables: petVariables,
  refusedVariables: ({ KENNEL_SIZE }) => (KENNEL_SIZE === 13 ? ['KENNEL_SIZE must not be 13'] : []),
  settings: petSettings,
  personalData: [
    {
      id: 'pets',
      exported: async (db) => {
        const { rows } = await sql<{ name: string }>`select name from pet order by name`.execute(db);
        return { pets: rows.map(({ name }) => name) };
      },
      erase: async (db) => Number((await sql`delete from pet`.execute(db)).numAffectedRows ?? 0),
    },
  ],
  async open({ config }) {
    const kennel: Kennel = { known: new Map(), heard: [], isHeard: false };
    return {
      ports: [Kennel.opened(kennel)],
      feed: {
        channels: ['pet_changed'],
        onChange: (_, payload) => void (kennel.known.size < config.KENNEL_SIZE && kennel.heard.push(payload)),
        onFeedLost() {
          kennel.isHeard = false;
        },
        onFeedRestored() {
          kennel.isHeard = true;
        },
      },
      close: () => setTimeout(1).then(() => closed.push('pets')),
    };
  },
});

/** Domains that were closed, in their order. */
export const closed: string[] = [];

export const petTable =
  'create table pet (name text primary key, status text not null, meals integer not null default 0)';
