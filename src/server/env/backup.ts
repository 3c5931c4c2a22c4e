import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { isAgeKey } from '#server/env/age-key.ts';

const text = z.optional(z.string().check(z.minLength(1)));

/** Settings of backups (docs/backup.md). */
export const backupSchema = {
  BACKUP_DIR: text,
  BACKUP_AT: z.optional(
    z
      .string()
      .check(z.regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, 'BACKUP_AT must be a time such as 02:00, or off for no backups by themselves')),
  ),
  BACKUP_DAYS: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'BACKUP_DAYS must be a number from 1 to 999'))),
  BACKUP_MONTHS: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'BACKUP_MONTHS must be a number from 0 to 999'))),
  BACKUP_KEY: z.optional(
    z.string().check(z.refine(isAgeKey, 'BACKUP_KEY must be a key such as npm run backup -- --new-key prints: AGE-SECRET-KEY-1…')),
  ),
  BACKUP_S3_ENDPOINT: z.optional(
    z
      .string()
      .check(z.regex(/^https?:\/\/[^/\s@?#]+\/?$/, 'BACKUP_S3_ENDPOINT must be an address such as https://s3.example, without a path')),
  ),
  BACKUP_S3_BUCKET: z.optional(z.string().check(z.regex(/^[A-Za-z0-9][\w.-]{2,62}$/, 'BACKUP_S3_BUCKET must be the name of a bucket'))),
  BACKUP_S3_PREFIX: z.optional(
    z.string().check(z.regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'BACKUP_S3_PREFIX must be a folder in the bucket, such as headland/shed')),
  ),
  BACKUP_S3_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/i, 'BACKUP_S3_REGION must be a region such as eu-central-1'))),
  BACKUP_S3_KEY_ID: text,
  BACKUP_S3_SECRET: text,
  OPERATOR_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'OPERATOR_EMAIL must be an e-mail address'))),
};

type Given = { readonly [name in keyof typeof backupSchema]?: string | undefined };

/** A bucket that speaks S3. */
export interface BucketSettings {
  /** Null: Amazon's own, by the region. */
  readonly endpoint: string | null;
  readonly bucket: string;
  /** The prefix of names in the bucket, without a trailing slash; empty: none. */
  readonly prefix: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

export interface BackupSettings {
  /** Absolute path. */
  readonly folder: string;
  /** When every day a backup is made, in the time zone of the machine; null: only on request. */
  readonly at: { readonly hour: number; readonly minute: number } | null;
  /** This many days keep their last backup, and this many months. */
  readonly keep: { readonly days: number; readonly months: number };
  /** The encryption key of backups, an identity of age; null: they are not encrypted. */
  readonly key: string | null;
  /** Where a second copy goes; null: nowhere. */
  readonly bucket: BucketSettings | null;
  /** Who is told of a failure; null: the owner of the installation's only organization. */
  readonly operatorEmail: string | null;
}

const readBucket = (given: Given): BucketSettings | null => {
  if (!Object.entries(given).some(([name, value]) => name.startsWith('BACKUP_S3_') && value !== undefined)) {
    return null;
  }
  const { BACKUP_S3_BUCKET: bucket, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = given;
  if (bucket === undefined || keyId === undefined || secret === undefined) {
    throw new Error('BACKUP_S3_BUCKET, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET belong together: set all of them, or none of BACKUP_S3_*');
  }
  return {
    endpoint: given.BACKUP_S3_ENDPOINT?.replace(/\/$/, '') ?? null,
    bucket,
    prefix: given.BACKUP_S3_PREFIX?.replace(/\/$/, '') ?? '',
    region: given.BACKUP_S3_REGION ?? 'us-east-1',
    keyId,
    secret,
  };
};

const readFolder = (given: string | undefined, dataDir: string): string => {
  const folder = resolve(given ?? `${dataDir}-backups`);
  if (folder === dataDir) {
    throw new Error('BACKUP_DIR must be another folder than DATA_DIR, on another disk if there is one');
  }
  return folder;
};

/** The demo is made up, and is backed up on request only. */
export const readBackup = (given: Given, { dataDir, isDemo }: { readonly dataDir: string; readonly isDemo: boolean }): BackupSettings => {
  const at = given.BACKUP_AT ?? (isDemo ? 'off' : '02:00');
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return {
    folder: readFolder(given.BACKUP_DIR, dataDir),
    at: at === 'off' ? null : { hour, minute },
    keep: { days: Number(given.BACKUP_DAYS ?? 14), months: Number(given.BACKUP_MONTHS ?? 12) },
    key: given.BACKUP_KEY ?? null,
    bucket: readBucket(given),
    operatorEmail: given.OPERATOR_EMAIL ?? null,
  };
};
