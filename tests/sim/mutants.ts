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
      file: 'outbox/claim.ts',
      find: "'idempotency-key': id,",
      replace: "'idempotency-key': `${id}.${item.attempt}`,",
    },
    {
      file: 'outbox/send.ts',
      find: "'idempotency-key': item.id,",
      replace: "'idempotency-key': `${item.id}.${item.attempt}`,",
    },
  ],
  /** What was sent once is sent again word for word. */
  'frozen-body': [
    {
      file: 'outbox/claim.ts',
      find: `  if (item.frozen !== null) {
    return item;
  }
`,
      replace: '',
    },
  ],
  /** Record, item, temporary id and files are kept in one transaction, before anyone says saved. */
  'one-transaction-enqueue': [
    {
      file: 'outbox/write.ts',
      find: 'await writeDurably(core, work);',
      replace: "await inTwo(['syncQueue'], core, work);",
    },
  ],
  /** Id mapping, server row and the end of the item are one transaction. */
  'one-transaction-success': [
    {
      file: 'outbox/apply-outcome.ts',
      find: 'const events = await writeDurably(core, async (tx): Promise<EngineEvent[] | null> => {',
      replace: "const events = await inTwo(['idMap'], core, async (tx): Promise<EngineEvent[] | null> => {",
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
      find: `  if (page.length === 0) {
    return false;`,
      replace: `  if (page.length === 0 || after > 0) {
    return false;`,
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
      file: 'outbox/apply-outcome.ts',
      find: "  await settleClaimed(core, item, (now) => ({ ...now, status: 'attention', reason, lastError }));",
      replace:
        '  await writeDurably(core, async (tx) => cleanAfter(tx, item.userId, (await dropItems(tx, item.userId, [item])).values()));',
    },
    {
      file: 'outbox/apply-outcome.ts',
      find: 'import { addItem, deleteAsSeen, dropFiles, withContent } from',
      replace: 'import { addItem, cleanAfter, deleteAsSeen, dropFiles, dropItems, withContent } from',
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
      file: 'outbox/claim.ts',
      find: 'if (!isFree || (await blockedBy(tx, item)) !== null) {',
      replace: 'if ((await blockedBy(tx, item)) !== null) {',
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
      file: 'outbox/claim.ts',
      find: 'if (unknown !== undefined) {\n    return `made:',
      replace: 'if (false) {\n    return `made:',
    },
  ],
  /** Changes of one record are sent in order. */
  'chain-order': [
    {
      file: 'outbox/claim.ts',
      find: 'if (await hasEarlier(tx, item, key)) {',
      replace: "if (!key.startsWith('rec:') && (await hasEarlier(tx, item, key))) {",
    },
  ],
  /** A job's status and its entries keep their order. */
  'job-order': [
    {
      file: 'outbox/claim.ts',
      find: 'if (await hasEarlier(tx, item, key)) {',
      replace: "if (key.startsWith('rec:') && (await hasEarlier(tx, item, key))) {",
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
      file: 'outbox/claim.ts',
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
      file: 'outbox/claim.ts',
      find: "...(epoch === undefined ? {} : { 'x-server-epoch': epoch }),",
      replace: '',
    },
  ],
  /** An entry is sent after its files. */
  'files-first': [
    {
      file: 'outbox/send.ts',
      find: 'const early = await sendFiles(core, claimed, ask);',
      replace: 'const early = undefined;',
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
