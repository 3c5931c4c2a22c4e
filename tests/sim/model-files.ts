import { createHash } from 'node:crypto';
import { invalid, refusal } from '#shared/lib/errors.ts';
import type { WireRequest } from '#client/offline/engine/ports.ts';
import { type Json, notFound } from '#tests/sim/model-requests.ts';
import type { ModelOrg } from '#tests/sim/model-state.ts';

const DAY = 86_400_000;

interface Told {
  readonly status: number;
  readonly json: Json;
}

/** The server's answer to a file that is sent or asked for. */
export const answerFile = (org: ModelOrg, request: WireRequest, sha256: string, now: number): Told => {
  const known = org.photos.get(sha256);
  const told = (photo: NonNullable<typeof known>): Json => ({
    name: photo.name,
    contentType: photo.contentType,
    byteLength: photo.byteLength,
  });
  if (request.method === 'GET') {
    if (!known || (known.unreferencedSince !== null && now - known.unreferencedSince >= 16 * DAY)) {
      throw refusal('not_found', 'fileNotFound');
    }
    return { status: 200, json: told(known) };
  }
  const bytes = request.body instanceof ArrayBuffer ? new Uint8Array(request.body) : new Uint8Array();
  if (request.method !== 'PUT') {
    throw notFound();
  }
  if (bytes.length === 0) {
    throw invalid('', 'fileEmpty');
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw invalid('sha256', 'fileHashDiffers');
  }
  const photo = { name: `${sha256}.bin`, contentType: 'application/octet-stream', byteLength: bytes.length, unreferencedSince: null };
  org.photos.set(sha256, photo);
  return { status: known ? 200 : 201, json: told(photo) };
};

/** Removes files that no entry has named for 30 days, like the sweep of the real server. */
export const sweepFiles = (org: ModelOrg, now: number): void => {
  const named = new Set([...org.tables.jobEntries.values()].flatMap(({ row }) => row['photos'] as string[]));
  for (const [sha256, photo] of org.photos) {
    if (named.has(photo.name)) {
      org.photos.set(sha256, { ...photo, unreferencedSince: null });
    } else if (photo.unreferencedSince === null) {
      org.photos.set(sha256, { ...photo, unreferencedSince: now });
    } else if (now - photo.unreferencedSince > 30 * DAY) {
      org.photos.delete(sha256);
    }
  }
};

/** What the server calls files of its own. */
const NAME = /^[0-9a-f]{64}\.[a-z]{2,5}$/;

/** Refuses files that the server does not have. */
export const keepPhotos = (org: ModelOrg, names: readonly string[]): readonly string[] => {
  const known = new Set([...org.photos.values()].map(({ name }) => name));
  const unknown = names.findIndex((name) => !known.has(name));
  if (unknown >= 0) {
    throw invalid(`photos.${unknown}`, NAME.test(names[unknown] ?? '') ? 'fileGone' : 'fileUnknown');
  }
  return names;
};
