import type { BucketSettings } from '#server/env/backup.ts';

interface Told {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const told = (error: unknown): Told => (error instanceof Error ? error : new Error(String(error)));

export const statusOf = (error: unknown): number | undefined => told(error).$metadata?.httpStatusCode;

/** The service's name for it: `NoSuchKey`. */
export const nameOfError = (error: unknown): string => told(error).name;

const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(HOST|NET)UNREACH|EPIPE|EPROTO|ERR_(TLS|SSL)_.*|CERT_.*|.*SELF_SIGNED_CERT.*|UNABLE_TO_.*)$/;

/** Of several addresses of one host, each fails by itself. */
const codeOf = (error: unknown): string | undefined => {
  const code = told(error).code ?? (error instanceof AggregateError ? told(error.errors[0]).code : undefined);
  return typeof code === 'string' ? code : undefined;
};

const REASONS: { readonly [name: string]: (settings: BucketSettings) => string } = {
  InvalidAccessKeyId: () => 'does not know the key. Correct BACKUP_S3_KEY_ID.',
  SignatureDoesNotMatch: () => 'refuses the key’s secret. Correct BACKUP_S3_SECRET.',
  AccessDenied: () =>
    'refuses the key. Let BACKUP_S3_KEY_ID read, write, list and delete there, and look whether BACKUP_S3_SECRET is right.',
  NoSuchBucket: () => 'does not exist. Make it there, or correct BACKUP_S3_BUCKET.',
  RequestTimeTooSkewed: () => 'has another time. Set the clock of this machine right.',
  PermanentRedirect: ({ region }) => `is not in the region ${region}. Set BACKUP_S3_REGION to its own.`,
  AuthorizationHeaderMalformed: ({ region }) => `is not in the region ${region}. Set BACKUP_S3_REGION to its own.`,
  InvalidBucketName: () => 'has a name that no bucket can have. Correct BACKUP_S3_BUCKET.',
  QuotaExceeded: () => 'is full. Make room there.',
  XMinioStorageFull: () => 'is full. Make room there.',
};

const BY_STATUS: { readonly [status: number]: string } = {
  301: 'PermanentRedirect',
  401: 'AccessDenied',
  403: 'AccessDenied',
  507: 'QuotaExceeded',
};

/** Answers to HEAD have no body, and so no name of the error; then the status tells. */
const reasonOf = (error: unknown, settings: BucketSettings): string | undefined => {
  const reason = REASONS[nameOfError(error)] ?? REASONS[BY_STATUS[statusOf(error) ?? 0] ?? ''];
  if (reason !== undefined) {
    return reason(settings);
  }
  const code = codeOf(error);
  if (nameOfError(error) === 'TimeoutError' || (code !== undefined && NETWORK.test(code))) {
    const where = settings.endpoint === null ? 'BACKUP_S3_REGION' : 'BACKUP_S3_ENDPOINT';
    return `cannot be reached (${code ?? 'no answer in time'}). Look at this machine’s network and at ${where}.`;
  }
  return undefined;
};

/**
 * An error of the client as a sentence that says what to do, without the whole request that the client's error contains; errors that are
 * not the bucket's are returned unchanged.
 */
export const explainBucketError = (error: unknown, settings: BucketSettings, place: string): unknown => {
  const reason = reasonOf(error, settings);
  if (reason !== undefined) {
    return new Error(`The bucket of the backups (${place}) ${reason}`);
  }
  return statusOf(error) === undefined
    ? error
    : new Error(`The bucket of the backups (${place}) answers ${statusOf(error)}: ${told(error).message || nameOfError(error)}`);
};
