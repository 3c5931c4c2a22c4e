import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const partsOf = (authorization: string) => {
  const [, keyId = '', scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization) ?? [];
  return { keyId, scope, signed: signed.split(';'), signature };
};

const queryOf = (search: string): string =>
  search
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');

export const keyIdOf = ({ headers }: IncomingMessage): string => partsOf(headers.authorization ?? '').keyId;

/** Whether the secret signed the request, by the rules of AWS Signature Version 4 as S3 reads them; written from these rules, not from a client. */
export const isSigned = ({ method = '', url = '', headers }: IncomingMessage, secret: string): boolean => {
  const given = partsOf(headers.authorization ?? '');
  const [path = '', search = ''] = url.split('?');
  const lines = given.signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('');
  const request = [method, path, queryOf(search), lines, given.signed.join(';'), headers['x-amz-content-sha256']].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], given.scope, sha256(request)].join('\n');
  const key = given.scope.split('/').reduce<string | Buffer>((signer, part) => hmac(signer, part), `AWS4${secret}`);
  return given.signed.includes('host') && hmac(key, text).toString('hex') === given.signature;
};
