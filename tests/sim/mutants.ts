/** A change of the engine's source: `find` occurs exactly once in the file, whose path is relative to `src/client/offline/`. */
interface Patch {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Every protection that keeps a change from being lost or doubled, each as the patches that remove it from the engine. A proof is worth as
 * much as what it finds: without any one of them it has to fail (decision 0049; docs/offline.md says which test does).
 */
export const MUTANTS = {
  /** Every attempt carries the same key. */
  'same-key': [
    {
      file: 'outbox/batch.ts',
      find: 'JSON.stringify({ key: id, method,',
      replace: 'JSON.stringify({ key: `${id}.${item.attempt}`, method,',
    },
    {
      file: 'outbox/send.ts',
      find: 'const one = told?.get(item.id);',
      replace: 'const one = told?.get(`${item.id}.${item.attempt}`);',
    },
    {
      file: 'outbox/send.ts',
      find: 'items.some(({ id }) => told.has(id))',
      replace: 'items.some(({ id, attempt }) => told.has(`${id}.${attempt}`))',
    },
    {
      file: 'outbox/send.ts',
      find: "'idempotency-key': String(key),",
      replace: "'idempotency-key': String(key).replace(/\\.\\d+$/, ''),",
    },
    {
      file: 'outbox/send.ts',
      find: "'idempotency-key': item.id,\n  'x-op-user'",
      replace: "'idempotency-key': `${item.id}.${item.attempt}`,\n  'x-op-user'",
    },
  ],
  /** What was sent once is sent again word for word. */
  'frozen-body': [
    {
      file: 'outbox/batch.ts',
      find: 'item.frozen ?? (await packing.contentOf(item))',
      replace: 'await packing.contentOf(item)',
    },
  ],
  /** Record, item, temporary id and files are kept in one transaction, before anyone says saved. */
  'one-transaction-enqueue': [
    {
      file: 'outbox/write.ts',
      find: 'await writeDurably(core, (tx) => writeIn(',
      replace: "await inTwo(['syncQueue'], core, (tx) => writeIn(",
    },
  ],
  /** The state of a run is kept in the same transaction as the entries that it tells of. */
  'run-state-with-entry': [
    {
      file: 'outbox/write-every.ts',
      find: '    await putKept(\n      tx,\n      keep,\n      all.map(({ written }) => written),\n    );\n',
      replace: '',
    },
    {
      file: 'outbox/write-every.ts',
      find: '  if (done === null) {\n    return null;\n  }\n',
      replace: `  if (done === null) {
    return null;
  }
  await writeDurably(core, (tx) => putKept(tx, keep, done.map(({ written }) => written)));
`,
    },
  ],
  /** An entry stays when its run is not made. */
  'entry-outlives-run': [
    {
      file: 'outbox/queue.ts',
      find: "  made.store !== 'runs' || store !== 'jobEntries';",
      replace: '  made.store === store || true;',
    },
  ],
  /** Id mapping, server row and the end of the item are one transaction. */
  'one-transaction-success': [
    {
      file: 'outbox/settle.ts',
      find: 'const { events, outdated } = await writeDurably(core, async (tx) => {',
      replace: "const { events, outdated } = await inTwo(['idMap'], core, async (tx) => {",
    },
  ],
  /** Pulled rows and their cursor are one transaction. */
  'one-transaction-pull': [
    {
      file: 'pull/pull.ts',
      find: 'const events = await writeLightly(core, async (tx): Promise<EngineEvent[]> => {',
      replace: "const events = await inTwo(['customers', 'jobs', 'jobEntries'], core, async (tx): Promise<EngineEvent[]> => {",
    },
  ],
  /** Only the signed-in user's own items are sent. */
  'own-items-only': [
    {
      file: 'outbox/scheduler.ts',
      find: "{ index: 'byUser', from: [userId, after + 1], to: [userId, Infinity], limit: PAGE }",
      replace: "{ index: 'byUser', limit: PAGE }",
    },
    {
      file: 'outbox/scheduler.ts',
      find: 'run.isAtEnd = page.length === 0;',
      replace: 'run.isAtEnd = page.length === 0 || after > 0;',
    },
  ],
  /** An answer counts only with the echo of the key. */
  echo: [
    {
      file: 'outbox/decide.ts',
      find: "answer.headers['idempotency-key'] === item.id && answer.isJson",
      replace: 'answer.isJson',
    },
    {
      file: 'outbox/send.ts',
      find: "const isOurs = batch.kind === 'answer' && batch.headers['idempotency-key'] === first.id && batch.isJson;",
      replace: "const isOurs = batch.kind === 'answer' && batch.isJson;",
    },
    {
      file: 'outbox/send.ts',
      find: "batch.kind === 'answer' && batch.headers['idempotency-key'] === first.id && batch.status >= 400",
      replace: "batch.kind === 'answer' && batch.status >= 400",
    },
    {
      file: 'engine/memberships.ts',
      find: "answer.kind === 'answer' && answer.headers['idempotency-key'] === headers['idempotency-key'];",
      replace: "answer.kind === 'answer';",
    },
    {
      file: 'pull/pull.ts',
      find: " || answer.headers['idempotency-key'] !== key",
      replace: '',
    },
  ],
  /** An answer counts only if it is JSON and of the expected status. */
  json: [
    {
      file: 'outbox/decide.ts',
      find: ' === item.id && answer.isJson',
      replace: ' === item.id',
    },
    {
      file: 'outbox/decide.ts',
      find: 'return isExpected ? {',
      replace: 'return true ? {',
    },
  ],
  /** 401 keeps everything as it was. */
  'sign-in-is-no-refusal': [
    {
      file: 'outbox/decide.ts',
      find: "return { kind: 'sign-in' };",
      replace: "return { kind: 'set-aside', reason: 'rejected', error };",
    },
  ],
  /** 5xx is tried again. */
  'failure-is-no-refusal': [
    {
      file: 'outbox/decide.ts',
      find: "return { kind: 'failed', retryAfterMs: retryAfterMs(headers), error };",
      replace: "return { kind: 'set-aside', reason: 'rejected', error };",
    },
  ],
  /** What is refused stays. */
  'refused-stays': [
    {
      file: 'outbox/settle.ts',
      find: 'found.push(...(finished ?? (await settleClaimed(tx, item, next))));',
      replace: `if (outcome.kind === 'set-aside') {
        await cleanAfter(tx, item.userId, (await dropItems(tx, item.userId, [item])).values());
      } else {
        found.push(...(finished ?? (await settleClaimed(tx, item, next))));
      }`,
    },
    {
      file: 'outbox/settle.ts',
      find: "import type { Attempt, Outcome } from './send.ts';",
      replace: "import type { Attempt, Outcome } from './send.ts';\nimport { cleanAfter, dropItems } from './queue.ts';",
    },
    {
      file: 'outbox/drain.ts',
      find: `      run.refused += 1;
      run.failuresInRow = 0;
      return;`,
      replace: `      run.refused += 1;
      run.failuresInRow = 0;
      release(run, item);
      return;`,
    },
  ],
  /** One drain at a time on a device. */
  lock: [
    {
      file: 'outbox/drain.ts',
      find: 'return core.locks.run(`headland-sync:${userId}`, work);',
      replace: 'return work(new AbortController().signal);',
    },
  ],
  /** An item is claimed only if it is unchanged. */
  claim: [
    {
      file: 'outbox/claim.ts',
      find: 'return isSame ? now : undefined;',
      replace: 'return now;',
    },
    {
      file: 'outbox/batch.ts',
      find: 'if (!isToBeSent(item) || item.v > ITEM_VERSION) {',
      replace: 'if (item.v > ITEM_VERSION) {',
    },
  ],
  /** On start, what was in flight is tried again. */
  'requeue-in-flight': [
    {
      file: 'outbox/drain.ts',
      find: `    await requeueInFlight(core, userId);
`,
      replace: '',
    },
  ],
  /** Nothing that uses a temporary id is sent before its record. */
  'temp-ids-first': [
    {
      file: 'outbox/batch.ts',
      find: 'if (missing !== undefined) {',
      replace: 'if (false) {',
    },
  ],
  /** Changes of one record are sent in order. */
  'chain-order': [
    {
      file: 'outbox/batch.ts',
      find: 'if (await this.hasEarlier(item, key, makers)) {',
      replace: "if (!key.startsWith('rec:') && (await this.hasEarlier(item, key, makers))) {",
    },
  ],
  /** A job's status and its entries keep their order. */
  'job-order': [
    {
      file: 'outbox/batch.ts',
      find: 'if (await this.hasEarlier(item, key, makers)) {',
      replace: "if (key.startsWith('rec:') && (await this.hasEarlier(item, key, makers))) {",
    },
  ],
  /** Temporary ids never repeat, whatever the clock does. */
  'growing-temp-ids': [
    {
      file: 'outbox/queue.ts',
      find: 'Math.max(now, before.lastTempId + 1)',
      replace: 'now',
    },
  ],
  /** A change says which version it was made from. */
  'if-match': [
    {
      file: 'outbox/batch.ts',
      find: "const isVersioned = operation !== 'create' && baseVersion !== null && baseVersion > 0;",
      replace: 'const isVersioned = false;',
    },
  ],
  /** What two people changed differently is decided by a person. */
  'ask-on-conflict': [
    {
      file: 'outbox/apply-outcome.ts',
      find: 'if (conflicts.length > 0) {',
      replace: 'if (false) {',
    },
    {
      file: 'outbox/apply-outcome.ts',
      find: '    return withContent(now, { data, base: pickFields(Object.keys(data), theirs), baseVersion: current.version });',
      replace: `    const mine = conflicts.length > 0 ? (now.data ?? {}) : data;
    return withContent(now, { data: mine, base: pickFields(Object.keys(mine), theirs), baseVersion: current.version });`,
    },
  ],
  /** A deletion of what someone else changed asks first. */
  'ask-on-removal': [
    {
      file: 'outbox/apply-outcome.ts',
      find: 'new Set([...Object.keys(seen), ...Object.keys(now)].filter(isEntered))',
      replace: '[]',
    },
  ],
  /** A pulled row that is older than the one here is ignored. */
  'newer-version-wins': [
    {
      file: 'view/server-rows.ts',
      find: 'before === undefined || before.isStale === true || row.version >= before.version',
      replace: 'true',
    },
  ],
  /** A record that was made here and pulled before its answer came is recognized by its key. */
  'known-by-key': [
    {
      file: 'outbox/match-created.ts',
      find: 'for (const { id, key } of made) {',
      replace: 'for (const { id, key } of []) {',
    },
  ],
  /** A change made on a form that showed an older row keeps what was saved here since. */
  'onto-newest': [
    {
      file: 'outbox/write.ts',
      find: 'const isOlder = names.some((name) => !sameValue(shown[name], row[name]));',
      replace: 'const isOlder = false;',
    },
  ],
  /** Kinds of records that the copy was brought up to date without are fetched again. */
  'lacking-kinds': [
    {
      file: 'view/lacking.ts',
      find: '(lacks ?? []).some((kind) => kind in reported)',
      replace: 'false',
    },
  ],
  /** 404 means deleted only to a member. */
  'membership-before-gone': [
    {
      file: 'outbox/decide.ts',
      find: "if (membership === 'unasked') {",
      replace: 'if (false) {',
    },
  ],
  /** What a restored backup lost is offered again. */
  'new-epoch-offers-again': [
    {
      file: 'engine/epoch.ts',
      find: '  epoch !== undefined && known !== undefined && known !== epoch;',
      replace: '  false;',
    },
    {
      file: 'engine/epoch.ts',
      find: `  const known = await core.storage.read(['meta'], (tx) => getMeta(tx, key));
  if (known !== undefined) {`,
      replace: `  return false;
  const known = await core.storage.read(['meta'], (tx) => getMeta(tx, key));
  if (known !== undefined) {`,
    },
    {
      file: 'outbox/batch.ts',
      find: "...(epoch === undefined ? {} : { 'x-server-epoch': epoch }),",
      replace: '',
    },
  ],
  /** An entry is sent after its files. */
  'files-first': [
    {
      file: 'outbox/batch.ts',
      find: '} else if (item.frozen === null && !(await areFilesKept(core, tx, item))) {',
      replace: '} else if (false) {',
    },
  ],
  /** A file goes with the last change that names it, and does not come back with an answer that is heard late. */
  'files-go': [
    {
      file: 'outbox/send.ts',
      find: "if ((await tx.count('syncQueue', { ...needingFile(sha256), limit: 1 })) > 0) {",
      replace: 'if (true) {',
    },
  ],
  /** Of a batch, only what was answered has an outcome. */
  'answered-one-by-one': [
    {
      file: 'outbox/send.ts',
      find: "attempts.push({ item, outcome: { kind: 'not-done' }, epoch });",
      replace: "attempts.push({ item, outcome: { kind: 'done', row: null, isReplayed: false, seq: null }, epoch });",
    },
  ],
  /** Changes travel together only if none follows another, but for what is made in the same batch. */
  'apart-in-order': [
    {
      file: 'outbox/batch.ts',
      find: 'if (makers.size > 0) {',
      replace: 'if (true) {',
    },
    {
      file: 'outbox/batch.ts',
      find: 'earlier.some(({ id }) => !makers.has(id))',
      replace: 'earlier.some(({ id }) => !this.items.some((other) => other.id === id))',
    },
  ],
  /** When our key turns out to have other content (422), the answer to the earlier content is fetched. */
  'earlier-answer': [
    {
      file: 'outbox/decide.ts',
      find: "if (code === 'key_reused' && item.tried.length > 0) {",
      replace: 'if (false) {',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Patch[]>>;

/** The protections that an engine can lack in tests. */
export type Protection = keyof typeof MUTANTS;
export const PROTECTIONS = Object.keys(MUTANTS) as Protection[];

export const patchesOf = (protection: Protection): readonly Patch[] => MUTANTS[protection];
