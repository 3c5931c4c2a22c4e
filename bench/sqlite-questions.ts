import { createHash, randomUUID } from 'node:crypto';
import type Database from 'libsql';

/** The questions, by the names of the calls; jobs and words are the same as the program is asked for. */
export interface QuestionData {
  readonly jobs: readonly number[];
  readonly openJobs: readonly number[];
  readonly words: readonly string[];
  readonly pageRows: number;
  readonly changedRows: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** How many entries `creates` makes in one commit. */
export const AT_ONCE = 100;

// A look-up per id: as a join, SQLite reads all machines for every entry.
const NAMES = (table: string, column: string, name: string) =>
  `(select json_group_array((select ${name} from ${table} n where n.id = o.value)) from json_each(e.${column}) o)`;

const PLAIN = [
  'id',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
  'job_id',
  'customer_id',
  'service_type_id',
  'date',
  'season',
];
const VALUES = ['total_hours', 'billable_hours', 'fuel', 'loads', 'notes'];
const LISTS = ['equipment_ids', 'operator_ids', 'photos', 'custom_field_values'];
const FIELDS = [
  ...[...PLAIN, ...VALUES].map((name) => `'${name}', e.${name}`),
  ...LISTS.map((name) => `'${name}', json(e.${name})`),
  `'job_name', j.name, 'customer_name', c.business_name, 'service_type_name', s.name`,
  `'equipment_names', ${NAMES('equipment', 'equipment_ids', 'n.name')}`,
  `'operator_names', ${NAMES('employees', 'operator_ids', `n.first_name || ' ' || n.last_name`)}`,
].join(', ');

// As JSON text, which an answer needs in the end, and which SQLite makes faster than it passes cells to JavaScript one by one.
const entries = (condition: string, limit: string) => `
  select json_group_array(json_object(${FIELDS}))
    from (select * from job_entries where deleted_at is null ${condition} order by date desc, id desc ${limit}) e
    join jobs j on j.id = e.job_id
    join customers c on c.id = e.customer_id
    join service_types s on s.id = e.service_type_id`;

const MATCHES = `and (
  job_id in (select id from jobs where name like ?1)
  or service_type_id in (select id from service_types where name like ?1)
  or exists (select 1 from json_each(equipment_ids) where value in (select id from equipment where name like ?1))
  or exists (select 1 from json_each(operator_ids) where value in (select id from employees where first_name || ' ' || last_name like ?1)))`;

const TOTALS = `
  select e.service_type_id, s.name, count(*), sum(total_hours), sum(billable_hours), sum(fuel), sum(loads)
    from job_entries e join service_types s on s.id = e.service_type_id
   where e.job_id = ? and e.deleted_at is null group by 1, 2 order by 2`;
const OWN_TOTALS = `
  select e.service_type_id, v.key, sum(v.value)
    from job_entries e join json_each(e.custom_field_values) v
    join custom_data_fields f on f.name = v.key and f.field_type = 'number'
   where e.job_id = ? and e.deleted_at is null and v.type in ('integer', 'real') group by 1, 2`;

/** One question after the other; the number chooses the job or the word. */
export type Question = (number: number) => void;

const at = <T>(values: readonly T[], number: number): T | undefined => values[number % values.length];

/** Entries with everything that is kept with them, that many in a commit. */
const keyedCreates = (db: Database.Database, { openJobs, entry }: QuestionData, inCommit: number): Question => {
  const known = db.prepare('select answer, content_hash from sync_ops where user_id = 1 and key = ?');
  const job = db.prepare('select * from jobs where id = ? and deleted_at is null');
  const insert =
    db.prepare(`insert into job_entries (version, created_by, created_at, updated_at, job_id, customer_id, service_type_id, date, season,
    equipment_ids, operator_ids, total_hours, billable_hours, fuel, loads, notes, photos, custom_field_values)
    values (1, 1, ?1, ?1, ?2, (select customer_id from jobs where id = ?2), ?3, ?4, '2025', ?5, ?6, ?7, ?8, ?9, ?10, ?11, '[]', ?12)`);
  const change = db.prepare(`insert into changes (entity_type, entity_id) values ('job_entry', ?)`);
  const audit = db.prepare(`insert into audit_logs (entity_type, entity_id, action, subject, changes, user_id, at)
    values ('job_entry', ?, 'create', 'entry', ?, 1, ?)`);
  const keep = db.prepare(`insert into sync_ops values (1, ?, 'create entry', ?, ?, ?)`);
  const read = db.prepare(entries('and id = ?', ''));
  const body = JSON.stringify(entry);
  const given = [
    'serviceTypeId',
    'date',
    'equipmentIds',
    'operatorIds',
    'totalHours',
    'billableHours',
    'fuel',
    'loads',
    'notes',
    'customFieldValues',
  ];
  const values = given.map((name) => (typeof entry[name] === 'object' ? JSON.stringify(entry[name]) : entry[name]));
  const create = (jobId: number): void => {
    const key = randomUUID();
    const now = new Date().toISOString();
    known.get(key);
    job.get(jobId);
    const { lastInsertRowid: id } = insert.run(now, jobId, ...values);
    change.run(id);
    audit.run(id, JSON.stringify({ old: null, new: entry }), now);
    keep.run(key, createHash('sha256').update(body).digest(), JSON.stringify(read.get(id)), id);
  };
  const creates = db.transaction((jobId: number) => {
    for (let made = 0; made < inCommit; made += 1) {
      create(jobId);
    }
  });
  return (number) => creates.immediate(at(openJobs, number) ?? 0);
};

/** The calls' questions to SQLite, prepared. Entries come as JSON text, ready to be sent. */
export const questionsOf = (db: Database.Database, data: QuestionData): Readonly<Record<string, Question>> => {
  const ofJob = db.prepare(entries('and job_id = ?', ''));
  const page = db.prepare(entries('', `limit ${data.pageRows}`));
  const search = db.prepare(entries(MATCHES, `limit ${data.pageRows}`));
  const totals = db.prepare(TOTALS);
  const ownTotals = db.prepare(OWN_TOTALS);
  const changed = db.prepare(`select seq, entity_id from changes where seq > (select max(seq) from changes) - ? order by seq`);
  const ofIds = db.prepare(entries('and id in (select value from json_each(?))', ''));
  return {
    ofJob: (number) => void ofJob.all(at(data.jobs, number)),
    page: () => void page.all(),
    search: (number) => void search.all(`%${at(data.words, number)}%`),
    summary: (number) => {
      totals.all(at(data.jobs, number));
      ownTotals.all(at(data.jobs, number));
    },
    create: keyedCreates(db, data, 1),
    creates: keyedCreates(db, data, AT_ONCE),
    changes: () => {
      const rows = changed.all(data.changedRows) as { entity_id: number }[];
      ofIds.all(JSON.stringify(rows.map(({ entity_id: id }) => id)));
    },
  };
};
