import type { LanguageId } from '#shared/lib/languages.ts';
import { CONCERN_WORDS, type NotifiedKind } from '#server/commands/mail-words/concerns.ts';
import { queueMail } from '#server/commands/queue-mail.ts';
import { findAccount } from '#server/data/accounts.ts';
import { addAttempt, countAttempts, forgetKey, removeAttempt } from '#server/data/attempts.ts';
import { findSoleOwner } from '#server/data/backup-state.ts';
import type { Database } from '#server/db/database.ts';
import type { Concern } from '#server/health.ts';

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
/** As long as attempts are kept. */
const KNOWN_FOR_SECONDS = 2 * DAY_SECONDS;

/** The concerns that the rounds which copy the write-ahead log raise. */
const LOG_NOT_COPIED = 'log-not-copied';

export interface NotifyDeps {
  readonly db: Database;
  readonly now: () => Date;
  /** The operator; null: the owner of the only organization, and nobody if there are several. */
  readonly operatorEmail: string | null;
  /** The base address of links. */
  readonly origin: string;
}

interface Reader {
  readonly email: string;
  readonly language: LanguageId;
}

const findReader = async ({ db, operatorEmail }: NotifyDeps): Promise<Reader | undefined> => {
  const owner = await findSoleOwner(db);
  const email = operatorEmail ?? owner?.email;
  const account = operatorEmail === null ? owner : await findAccount(db, operatorEmail);
  return email === undefined ? undefined : { email, language: account?.language ?? owner?.language ?? 'en' };
};

const textOf = (kind: NotifiedKind, reason: string | null, { language }: Reader, origin: string) => {
  const { [kind]: words, reason: frame } = CONCERN_WORDS[language];
  const said = reason === null ? [] : [frame.replace('{reason}', () => reason)];
  return { subject: words.subject, body: `${[words.what, ...said, words.toDo, `${origin}/organization`, 'Headland'].join('\n\n')}\n` };
};

const keyOf = (kind: Concern['kind']): string => `concernMail:${kind}`;

/** Only one process, once a day for each kind, however often it restarts. */
const tell = async (deps: NotifyDeps, kind: Exclude<NotifiedKind, 'backupWorks'>, reason: string): Promise<void> => {
  const key = keyOf(kind);
  const toldToday = await countAttempts(deps.db, [{ key, windowSeconds: DAY_SECONDS }], deps.now());
  const reader = toldToday.get(key) === 0 ? await findReader(deps) : undefined;
  if (!reader) {
    return;
  }
  await deps.db.transaction(async (inside) => {
    const at = deps.now();
    if ((await addAttempt(inside, key, DAY_SECONDS, at)) > 1) {
      await removeAttempt(inside, key, DAY_SECONDS, at);
      return;
    }
    await queueMail(inside, deps, { recipient: reader.email, ...textOf(kind, reason, reader, deps.origin) });
  });
};

type MailedConcern = Concern & { readonly kind: Exclude<NotifiedKind, 'backupWorks'> };

/** A network folder is unreachable now and then: that the log is not copied is reported after an hour. */
const isWorthAMail = (concern: Concern, now: Date): concern is MailedConcern => {
  const { kind, level, code, values } = concern;
  if (kind === 'backup' && code === LOG_NOT_COPIED) {
    return Date.parse(String(values['since'])) < now.getTime() - HOUR_MS;
  }
  return kind !== 'devices' && (kind === 'backup' || kind === 'clock' || level === 'degraded');
};

/**
 * Mails the operator about what is wrong with the installation: backups at once, others when something does not work; each kind once a day.
 */
export const notifyConcerns = async (deps: NotifyDeps, concerns: readonly Concern[]): Promise<void> => {
  for (const concern of concerns) {
    if (isWorthAMail(concern, deps.now())) {
      await tell(deps, concern.kind, concern.message);
    }
  }
};

/** Mails that backups work, if a mail has said that they did not; the next failure is mailed at once again. */
export const notifyBackupWorks = async (deps: NotifyDeps): Promise<void> => {
  const key = keyOf('backup');
  const told = await countAttempts(deps.db, [{ key, windowSeconds: KNOWN_FOR_SECONDS }], deps.now());
  if (told.get(key) === 0) {
    return;
  }
  const reader = await findReader(deps);
  await deps.db.transaction(async (inside) => {
    if ((await forgetKey(inside, key)) && reader) {
      await queueMail(inside, deps, { recipient: reader.email, ...textOf('backupWorks', null, reader, deps.origin) });
    }
  });
};
