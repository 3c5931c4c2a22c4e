import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** Whether an address or name reaches this machine only. */
export const isLoopback = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
};

const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

/** Several values in one setting, with commas or spaces between them. */
export const listOf = (text: string | undefined): string[] => words(text ?? '');

const NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i;

/** Names of this installation, without scheme and port. */
export const hostNames = z.optional(
  z
    .string()
    .check(
      z.refine(
        (text) => words(text).every((word) => NAME.test(word)),
        'ALLOWED_HOSTS must be names with commas between them, such as farm.example, shed-pc: without https:// and without a port',
      ),
    ),
);

const HOST_WITH_PORT = /^(\[[\da-f:]+\]|[a-z\d._-]+)(:\d{1,5})?$/i;
const NO_NOTICES = 'none';

/** Services of notices besides those that are known. */
export const pushHosts = z.optional(
  z
    .string()
    .check(
      z.refine(
        (text) => text === NO_NOTICES || words(text).every((word) => HOST_WITH_PORT.test(word)),
        'PUSH_HOSTS must be none, or names with commas between them, such as push.example, push.example:8443: without https://',
      ),
    ),
);

/** Null: no notices are sent at all. */
export const readPushHosts = (text: string | undefined): readonly string[] | null =>
  text === NO_NOTICES ? null : listOf(text).map((host) => host.toLowerCase().replace(/:443$/, ''));
