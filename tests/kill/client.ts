import type { BatchedAnswer } from '#shared/domain/batch.ts';
import type { Figures, Violations } from './figures.ts';
import type { Answer, Operation, Plan } from './operations.ts';

/** The server as clients see it: it may be gone at any moment, and come back elsewhere. */
export interface Link {
  /** Waits until a server is there; undefined once the work is over. */
  readonly url: () => Promise<string | undefined>;
  readonly cookie: string;
  readonly orgId: number;
  readonly figures: Figures;
  readonly violations: Violations;
}

interface Heard extends Answer {
  readonly isReplayed: boolean;
}

const TIMEOUT_MS = 20_000;

/** Sends a write; undefined when nobody can know whether it took effect. */
const sendOnce = async (url: string, cookie: string, operation: Operation): Promise<Heard | undefined> => {
  try {
    const response = await fetch(url + operation.path, {
      method: operation.method,
      headers: {
        cookie,
        'idempotency-key': operation.key,
        ...(operation.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(operation.body === undefined ? {} : { body: JSON.stringify(operation.body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    // A server that loses its database says 5xx, which is no answer to the write.
    if (response.status >= 500 || (response.status < 300 && response.headers.get('idempotency-key') !== operation.key)) {
      return undefined;
    }
    return {
      status: response.status,
      text,
      etag: response.headers.get('etag'),
      seq: response.headers.get('x-org-seq'),
      isReplayed: response.headers.get('idempotency-replayed') === 'true',
    };
  } catch {
    return undefined;
  }
};

const describe = ({ status, text, etag, seq }: Answer): string => JSON.stringify({ status, text, etag, seq });

/** Takes an answer in; whatever was acknowledged once must be acknowledged alike for ever. */
const hear = ({ figures, violations }: Link, operation: Operation, heard: Heard): void => {
  const { isReplayed, ...answer } = heard;
  if (answer.status >= 300) {
    violations.add(`refused ${operation.kind}`, `${operation.key}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return;
  }
  figures.replays += isReplayed ? 1 : 0;
  if (operation.answer !== undefined) {
    if (describe(operation.answer) !== describe(answer)) {
      violations.add('another answer', `${operation.key}: first ${describe(operation.answer)}, then ${describe(answer)}`);
    }
    if (!isReplayed) {
      violations.add('acknowledged and lost', `${operation.kind} ${operation.key} took effect when it was sent again`);
    }
    return;
  }
  figures.acknowledged += 1;
  figures.unknownInEffect += operation.wasUnknown && isReplayed ? 1 : 0;
  operation.answer = answer;
  if (operation.kind === 'create') {
    operation.record.id = (JSON.parse(answer.text) as { id: number }).id;
  }
};

const versionIn = (body: unknown): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, 'version') : undefined);

/** Sends writes together; undefined for each of which nobody can know whether it took effect. */
const sendTogether = async (url: string, link: Link, operations: readonly Operation[]): Promise<(Heard | undefined)[]> => {
  const [first] = operations;
  const writes = operations.map(({ key, method, path, body }) => ({ key, method, path, ...(body === undefined ? {} : { body }) }));
  try {
    const response = await fetch(`${url}/api/organizations/${link.orgId}/batches`, {
      method: 'POST',
      headers: { cookie: link.cookie, 'idempotency-key': first?.key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ writes }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status !== 200 || response.headers.get('idempotency-key') !== first?.key) {
      return operations.map(() => undefined);
    }
    const told = new Map((JSON.parse(text) as { answers: BatchedAnswer[] }).answers.map((answer) => [answer.key, answer]));
    return operations.map(({ key }): Heard | undefined => {
      const answer = told.get(key);
      if (answer === undefined || answer.status >= 500) {
        return undefined;
      }
      const version = versionIn(answer.body);
      return {
        status: answer.status,
        text: answer.body === null ? '' : JSON.stringify(answer.body),
        etag: typeof version === 'number' ? `"${version}"` : null,
        seq: answer.seq === null ? null : String(answer.seq),
        isReplayed: answer.isReplayed,
      };
    });
  } catch {
    return operations.map(() => undefined);
  }
};

/** Takes down what came of a write, sent once or twice at once. */
const takeDown = (link: Link, operation: Operation, heard: readonly (Heard | undefined)[]): void => {
  // Of two at once it is the one that took effect which is taken down first.
  for (const each of heard.filter((one) => one !== undefined).sort((a, b) => Number(a.isReplayed) - Number(b.isReplayed))) {
    hear(link, operation, each);
  }
  if (operation.answer === undefined && !operation.wasUnknown) {
    operation.wasUnknown = true;
    link.figures.unknown += 1;
  }
};

/** Sends writes, one alone or several together, perhaps twice at once, and takes down what came of them. */
const perform = async (link: Link, url: string, operations: readonly Operation[]): Promise<void> => {
  const isTwin = Math.random() < 0.1;
  link.figures.twins += isTwin ? 1 : 0;
  link.figures.batches += operations.length > 1 ? 1 : 0;
  const send = (): Promise<(Heard | undefined)[]> =>
    operations.length > 1
      ? sendTogether(url, link, operations)
      : Promise.all(operations.map((operation) => sendOnce(url, link.cookie, operation)));
  const heard = await Promise.all(Array.from({ length: isTwin ? 2 : 1 }, send));
  operations.forEach((operation, index) =>
    takeDown(
      link,
      operation,
      heard.map((all) => all[index]),
    ),
  );
};

/** What is sent together: mostly one write, else up to twenty that do not concern each other. */
const nextOf = (plan: Plan): Operation[] => {
  const count = Math.random() < 0.3 ? 2 + Math.floor(Math.random() * 19) : 1;
  return Array.from({ length: count }, () => plan.next());
};

/** One device at work until the link says that it is over. Of what got no answer it sends half again soon, and leaves half. */
export const work = async (link: Link, plan: Plan): Promise<void> => {
  let again: Operation[] = [];
  for (let url = await link.url(); url !== undefined; url = await link.url()) {
    const operations = again.length > 0 ? again : nextOf(plan);
    await perform(link, url, operations);
    // In part, and in another order and company than before.
    again = operations.filter(({ answer }) => answer === undefined && Math.random() < 0.5).toReversed();
  }
};

/** Sends every write once more, eight at a time, to a server that stays. */
export const sendAllAgain = async (link: Link, url: string, operations: readonly Operation[]): Promise<void> => {
  const waiting = [...operations];
  const lane = async (): Promise<void> => {
    for (let operation = waiting.pop(); operation !== undefined; operation = waiting.pop()) {
      const heard = await sendOnce(url, link.cookie, operation);
      if (heard === undefined) {
        link.violations.add('no answer of a healthy server', operation.key);
      } else {
        hear(link, operation, heard);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
};
