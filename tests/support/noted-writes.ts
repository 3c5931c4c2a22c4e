import type { TestApp } from './test-app.ts';

/** Where a row's owner is not in `organization_id`: users count by their negative id, and 0 is nobody. */
const OWNERS: Readonly<Record<string, string>> = {
  organizations: 'r.id',
  users: '-r.id',
  identities: '-r.user_id',
  passkeys: '-r.user_id',
  second_steps: '-r.user_id',
  recovery_codes: '-r.user_id',
  sync_ops: 'case when r.organization_id = 0 then -r.user_id else r.organization_id end',
  installation: '0',
  mails: '0',
  ended_sessions: '0',
  one_time_tokens: '0',
  push_keys: '0',
  push_subscriptions: '-r.user_id',
  security_events: '-r.user_id',
};

/**
 * Written by whoever asks, whatever comes of it: attempts to sign in and what is noted of them, when a session was last used and a member
 * last seen, and, while an import is under way, that its files are to be taken away if it does not come to its end.
 */
const UNNOTED = [
  'attempts',
  'ended_sessions',
  'guesses',
  'known_devices',
  'member_times',
  'security_events',
  'sessions',
  'store_leftovers',
];

/** Each row that is inserted, updated or deleted leaves a note, unless its transaction is rolled back. */
const noting = (name: string): string => `
  create function noted.note_${name}() returns trigger language plpgsql security definer as $$
  declare r public.${name};
  begin
    if tg_op = 'DELETE' then r := old; else r := new; end if;
    insert into noted.writes (name, owner) values ('${name}', ${OWNERS[name] ?? 'r.organization_id'});
    return null;
  end $$;
  create trigger noted after insert or update or delete on public.${name} for each row execute function noted.note_${name}();`;

const begin = async ({ db }: TestApp): Promise<void> => {
  const tables = await db.query<{ name: string }>({
    text: `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> all ($1)`,
    values: [UNNOTED],
  });
  const notes = 'create schema noted; create unlogged table noted.writes (name text not null, owner bigint not null);';
  await db.query({ text: `${notes} ${tables.map(({ name }) => noting(name)).join('')}`, values: [] });
};

const begun = new WeakMap<TestApp, Promise<void>>();

/**
 * Makes the database note every row that is written from now on, once for each app. Looking at the notes costs next to nothing,
 * however much the tables hold.
 */
export const noteWrites = async (testApp: TestApp): Promise<void> => {
  const beginning = begun.get(testApp) ?? begin(testApp);
  begun.set(testApp, beginning);
  await beginning;
};
