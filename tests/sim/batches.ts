import type { BatchedAnswer, BatchedWrite } from '#shared/domain/batch.ts';
import { withMadeIds } from '#shared/domain/made-by.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';

const BATCH = /^\/api\/organizations\/(\d+)\/batches$/;

/** The writes of a batch; null if the request is none. */
export const writesIn = ({ method, path, body }: WireRequest): readonly BatchedWrite[] | null =>
  method === 'POST' && BATCH.test(path) && typeof body === 'string' ? (JSON.parse(body) as { writes: BatchedWrite[] }).writes : null;

/** A write of a batch as it would have come alone; `idOf` throws for what is not there. */
export const alone = ({ headers, timeoutMs }: WireRequest, write: BatchedWrite, idOf: (key: string) => number): WireRequest => {
  const { key, method, path, version, body } = withMadeIds(write, idOf);
  const { 'content-type': _type, ...rest } = headers;
  return {
    method,
    path,
    timeoutMs,
    headers: { ...rest, 'idempotency-key': key, ...(version === undefined ? {} : { 'if-match': `"${version}"` }) },
    ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
  };
};

/** What a request says, write by write, with 0 for the ids of what its other writes make. */
export const said = (request: WireRequest): readonly WireRequest[] =>
  writesIn(request)?.map((write) => alone(request, write, () => 0)) ?? [request];

/** The answer to one write of a batch, as the batch's answer has it. */
const asPart = (key: string, { status, json, headers }: Extract<Answer, { kind: 'answer' }>): BatchedAnswer => ({
  key,
  status,
  seq: headers['x-org-seq'] === undefined ? null : Number(headers['x-org-seq']),
  isReplayed: headers['idempotency-replayed'] === 'true',
  retryAfterSeconds: headers['retry-after'] === undefined ? null : Number(headers['retry-after']),
  body: json ?? null,
});

/** Delivers a request; where `instead` has an answer to a write of it, that is its answer, and the server never hears of the write. */
export const deliverWith = async (
  request: WireRequest,
  deliver: (request: WireRequest) => Promise<Answer>,
  instead: (write: WireRequest) => Answer | undefined,
): Promise<Answer> => {
  const writes = writesIn(request);
  if (writes === null) {
    return instead(request) ?? deliver(request);
  }
  const own = new Map(
    writes.flatMap((write) => {
      const answer = instead(alone(request, write, () => 0));
      return answer?.kind === 'answer' ? [[write.key, asPart(write.key, answer)] as const] : [];
    }),
  );
  const left = writes.filter(({ key }) => !own.has(key));
  const whole = { kind: 'answer', status: 200, isJson: true, json: { answers: [] }, headers: request.headers } as const;
  const answer = left.length === 0 ? whole : await deliver({ ...request, body: JSON.stringify({ writes: left }) });
  if (answer.kind === 'none' || answer.status !== 200) {
    return answer;
  }
  const told = new Map((answer.json as { answers: readonly BatchedAnswer[] }).answers.map((one) => [one.key, one]));
  return { ...answer, json: { answers: writes.flatMap(({ key }) => own.get(key) ?? told.get(key) ?? []) } };
};
