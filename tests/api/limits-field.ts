import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Person } from '#tests/support/test-app.ts';

/** Bytes of no known kind. */
export const bytesOf = (length: number): Buffer => Buffer.concat([Buffer.from([0, 1]), randomBytes(length - 2)]);

/** Sends a file as a device does. */
export const put = (who: Person, orgId: number, file: Buffer = bytesOf(10)): Promise<Answer> => {
  const sha256 = createHash('sha256').update(file).digest('hex');
  return who.send('PUT', `/api/organizations/${orgId}/attachments/${sha256}`, file, { 'content-type': 'application/octet-stream' });
};
