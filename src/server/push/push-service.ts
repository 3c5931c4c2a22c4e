import { lookup as lookUp } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { wordsOf } from '#server/log.ts';
import type { Push, PushAnswer, PushService } from '#server/ports/push.ts';
import { encryptFor } from '#server/push/encrypt.ts';
import { isOwnHost, isPushEndpoint } from '#server/push/push-hosts.ts';
import { type PushKeys, vapidHeader } from '#server/push/vapid.ts';

const ANSWER_WITHIN_MS = 15_000;
/** A day: a question of yesterday is seen in the app. */
const TTL_SECONDS = 86_400;
/** What a service says is read for the log only. */
const MOST_ANSWER_BYTES = 300;
const LONGEST_SILENCE_MS = 86_400_000;

const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(network, bits, 'ipv6');
}

/** Whether the address is one of a network of the operator's. */
export const isInside = (address: string): boolean => inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Finds public addresses only: whoever answers for a name must not lead into the operator's network. */
const publicLookup: LookupFunction = (name, options, callback) => {
  lookUp(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined || addresses.some(({ address }) => isInside(address))) {
      callback(error ?? new Error(`${name} leads into a private network`), '', 0);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

/** The answer's status and the beginning of what it says. */
const answerTo = (request: ClientRequest, body: Buffer): Promise<{ readonly answer: IncomingMessage; readonly words: string }> =>
  new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (answer) => {
      let words = '';
      const done = () => {
        resolve({ answer, words: words.slice(0, MOST_ANSWER_BYTES).replace(/[\p{C}\s]+/gu, ' ') });
        answer.destroy();
      };
      answer.setEncoding('latin1');
      answer.on('data', (part: string) => {
        words += part;
        if (words.length >= MOST_ANSWER_BYTES) {
          done();
        }
      });
      answer.on('end', done);
      answer.on('error', reject);
    });
    request.end(body);
  });

/** `Retry-After` in milliseconds: seconds, or a date. */
const waitOf = (header: string | undefined, now: Date): number | null => {
  const wait = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_SILENCE_MS) : null;
};

const GONE = [404, 410];
const LATER = [408, 425, 429];

const toAnswer = (status: number, words: string, afterMs: number | null): PushAnswer => {
  if (status >= 200 && status < 300) {
    return { kind: 'taken' };
  }
  const why = `status ${status} ${words}`.trim();
  if (GONE.includes(status)) {
    return { kind: 'gone' };
  }
  return status >= 500 || LATER.includes(status) ? { kind: 'later', why, afterMs } : { kind: 'refused', why };
};

export interface PushServiceDeps {
  readonly keys: PushKeys;
  /** An address by which services find the operator: `https://…` or `mailto:…`. */
  readonly subject: string;
  /** Further services (`PUSH_HOSTS`). */
  readonly ownHosts: readonly string[];
  readonly now: () => Date;
}

/** Sends to the services of browsers' makers. It follows no redirect, and one that asked for silence is not asked again before. */
export const createPushService = ({ keys, subject, ownHosts, now }: PushServiceDeps): PushService => {
  const silentUntil = new Map<string, number>();
  const ask = async (url: URL, { target, payload, topic }: Push): Promise<PushAnswer> => {
    const body = encryptFor(target, payload);
    const headers = {
      authorization: vapidHeader(keys, { origin: url.origin, subject, now: now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': body.length,
      ttl: TTL_SECONDS,
      topic,
      urgency: 'normal',
    };
    const send = url.protocol === 'http:' ? requestPlain : requestSecure;
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { answer, words } = await answerTo(
      send(url, { method: 'POST', headers, signal, ...(isOwnHost(url, ownHosts) ? {} : { lookup: publicLookup }) }),
      body,
    );
    const afterMs = waitOf(answer.headers['retry-after'], now());
    if (afterMs !== null) {
      silentUntil.set(url.host, now().getTime() + afterMs);
    }
    return toAnswer(answer.statusCode ?? 0, words, afterMs);
  };
  return {
    send: async (push) => {
      if (!isPushEndpoint(push.target.endpoint, ownHosts)) {
        return { kind: 'gone' };
      }
      const url = new URL(push.target.endpoint);
      const silence = (silentUntil.get(url.host) ?? 0) - now().getTime();
      if (silence > 0) {
        return { kind: 'later', why: 'it asked for silence', afterMs: silence };
      }
      silentUntil.delete(url.host);
      return ask(url, push).catch((error: unknown) => ({ kind: 'later', why: wordsOf(error), afterMs: null }) as const);
    },
  };
};
