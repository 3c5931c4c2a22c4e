import type { Endpoint } from '#shared/endpoint.ts';
import { type Call, type Operation, urlOf } from '#tests/api/samples.ts';
import { injectInto } from '#tests/support/inject.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { Lane } from './lanes.ts';
import type { Plan } from './requests.ts';
import { isRef, type Ref } from './values.ts';

const HANGS_AFTER_MS = 10_000;

export interface Outcome {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** All that came back, to look for words of others in. */
  readonly whole: string;
  /** The request as it was sent, to be shown. */
  readonly sent: string;
}

const valueOf = (ref: Ref, own: Lane, foreign: Lane): string | number => {
  const lane = ref.of === 'own' ? own : foreign;
  return ref.what === 'userId' ? lane.boss.userId : lane.world[ref.what];
};

const filledIn = (value: unknown, own: Lane, foreign: Lane): unknown => (isRef(value) ? valueOf(value, own, foreign) : value);

/** The address with what was made up in place of the sample's; made-up texts are put in as they are. */
const addressOf = (operation: Operation, plan: Plan, call: Call, own: Lane, foreign: Lane): string => {
  const template = operation.addresses[plan.address] ?? operation.endpoint.path;
  const changed = template.replace(/:(\w+)/g, (whole, name: string) => {
    const given = plan.params[name];
    if (given === undefined) {
      return whole;
    }
    const text = String(filledIn(given, own, foreign));
    return name === 'sha256' && isRef(given) ? text.slice(0, 64) : text;
  });
  const path = urlOf(changed, { ...call, query: {} }, own.world.orgId).replace(/\?$/, '');
  const query = Object.entries(plan.query).map(([name, value]) => [name, String(filledIn(value, own, foreign))]);
  const search = [new URLSearchParams(query).toString(), plan.rawQuery].filter((part) => part !== '').join('&');
  return search === '' ? path : `${path}?${search}`;
};

const payloadOf = ({ body: schema, method }: Endpoint, plan: Plan, call: Call, own: Lane, foreign: Lane): string | Buffer | undefined => {
  if (method === 'GET') {
    return undefined;
  }
  if (plan.bytes !== null) {
    return typeof plan.bytes === 'string' ? plan.bytes : Buffer.from(plan.bytes);
  }
  if (schema === undefined) {
    return undefined;
  }
  if (schema === 'bytes') {
    return plan.onSample ? (call.body as unknown as Buffer) : 'other bytes than the hash says';
  }
  return JSON.stringify({ ...(plan.onSample ? call.body : {}), ...plan.body }, (_, value: unknown) => filledIn(value, own, foreign));
};

const credentialsOf = (operation: Operation, { who }: Plan, lane: Lane): Record<string, string> => {
  // Signing in or out would end the session that the other requests need.
  if (who === 'nobody' || operation.endpoint.scope === 'public') {
    return {};
  }
  if (who === 'key') {
    return { authorization: `Bearer ${lane.secret}` };
  }
  return { cookie: who === 'boss' ? lane.boss.cookie : lane.stranger.cookie };
};

const inTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), HANGS_AFTER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

export interface Made {
  readonly plan: Plan;
  /** The call that would succeed. */
  readonly call: Call;
  /** The lane in whose name it is sent, and one that it may try to reach. */
  readonly own: Lane;
  readonly foreign: Lane;
}

/** Sends what was made up; throws if no answer comes. */
export const sendPlan = async (testApp: TestApp, operation: Operation, { plan, call, own, foreign }: Made): Promise<Outcome> => {
  const { endpoint } = operation;
  const payload = payloadOf(endpoint, plan, call, own, foreign);
  const url = addressOf(operation, plan, call, own, foreign);
  const given = Object.entries(plan.headers).map(([name, value]) => [name, String(filledIn(value, own, foreign))] as const);
  const type = payload === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { ...type, ...Object.fromEntries(given), ...credentialsOf(operation, plan, own) };
  const method = plan.isHead ? 'HEAD' : endpoint.method;
  const sent = `${method} ${url} as ${plan.who}, ${JSON.stringify(Object.fromEntries(given))}, ${String(payload).slice(0, 2000)}`;
  // Limits of sign-ins count by address.
  const remoteAddress = `198.51.100.${own.world.orgId % 200}`;
  const answer = await inTime(
    injectInto(testApp.app, { method, url, headers, remoteAddress, ...(payload === undefined ? {} : { payload }) }),
  );
  if (!answer) {
    throw new Error(`No answer within ${HANGS_AFTER_MS / 1000} s: ${sent}`);
  }
  const { text } = answer;
  return {
    status: answer.status,
    contentType: answer.contentType,
    text,
    whole: `${JSON.stringify(answer.headers)} ${text}`,
    sent,
  };
};
