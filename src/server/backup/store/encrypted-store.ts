import { createHmac, hkdfSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { setImmediate as turn } from 'node:timers/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { BackupStore } from '#server/backup/store.ts';
import { ENCRYPTED } from '#server/backup/store/names.ts';
import { DamagedError } from '#server/backup/store/pieces.ts';

/** age is pure JavaScript: this much blocks everyone else for about two milliseconds. */
const STEP_BYTES = 256 * 1024;

/** A new BACKUP_KEY: an identity of age. */
export const newBackupKey = (): Promise<string> => generateX25519Identity();

const deriveSecret = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'headland: names in an encrypted backup', 32));

/** Where everything written with one key is stored; the key cannot be derived from it. */
export const rootOf = (key: string): string => {
  const id = createHmac('sha256', deriveSecret(key)).update('which key').digest('hex');
  return `${ENCRYPTED}${id.slice(0, 16)}/`;
};

/** Names of blobs are hashes of their content; here they are others, in the same form. */
const hideName = (secret: Buffer, name: string): string => {
  const [, hash, ending = ''] = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})(\.gz)?$/.exec(name) ?? [];
  if (hash === undefined) {
    return name;
  }
  const hidden = createHmac('sha256', secret).update(name).digest('hex');
  return `blobs/${hidden.slice(0, 2)}/${hidden}${ending}`;
};

async function* inSteps(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      yield chunk.subarray(at, at + STEP_BYTES);
      await turn();
    }
  }
}

// One class, which Node's types and the browser's describe differently.
type AgeStream = globalThis.ReadableStream<Uint8Array>;
const toAge = (bytes: AsyncIterable<Uint8Array>): AgeStream => ReadableStream.from(bytes) as unknown as AgeStream;
const fromAge = (bytes: AgeStream): AsyncIterable<Uint8Array> => bytes;

const whyNot = (error: unknown, name: string, place: string): Error =>
  error instanceof Error && error.message.startsWith('no identity matched')
    ? new Error(`${name} in ${place} was made with another BACKUP_KEY. Set that one.`, { cause: error })
    : new DamagedError(`${name} in ${place} is damaged. Take another backup: npm run backups lists them.`, { cause: error });

/** The plain bytes; ends in an error of the source unchanged, and in a sentence if they are not what was encrypted. */
async function* decrypted(
  decrypter: Decrypter,
  source: Readable,
  explain: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  let broken: { readonly error: unknown } | undefined;
  async function* watched() {
    try {
      yield* inSteps(source);
    } catch (error) {
      broken = { error };
      throw error;
    }
  }
  try {
    yield* fromAge(await decrypter.decrypt(toAge(watched())));
  } catch (error) {
    throw broken === undefined ? explain(error) : broken.error;
  }
}

/**
 * Stores everything in another store as files of age, which `age --decrypt` opens with the same key, below a folder of the key's own.
 * Whoever holds the other store cannot read anything, or find out whether it has a file they know: names of blobs are hidden. Of everything
 * else they see names, sizes and times.
 */
export const encryptedStore = (inner: BackupStore, key: string): BackupStore => {
  const secret = deriveSecret(key);
  const root = rootOf(key);
  const innerName = (name: string): string => `${root}${hideName(secret, name)}`;
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const encrypter = identityToRecipient(key).then((recipient) => {
    const made = new Encrypter();
    made.addRecipient(recipient);
    return made;
  });

  const put = async (name: string, bytes: Readable | Uint8Array): Promise<void> => {
    if ((await inner.size(innerName(name))) !== undefined) {
      return;
    }
    const encrypted = await (await encrypter).encrypt(toAge(inSteps(bytes instanceof Readable ? bytes : [bytes])));
    await inner.put(innerName(name), Readable.from(fromAge(encrypted), { objectMode: false }));
  };

  return {
    place: inner.place,

    put: async (name, bytes) => {
      if (!(bytes instanceof Readable)) {
        await put(name, bytes);
        return;
      }
      // It may fail before it is read, when nothing listens yet; reading it fails then.
      bytes.on('error', () => undefined);
      await put(name, bytes).finally(() => bytes.destroy());
    },

    open: async (name) => {
      const source = await inner.open(innerName(name));
      if (source === undefined) {
        return undefined;
      }
      const plain = decrypted(decrypter, source, (error) => whyNot(error, name, inner.place));
      return Readable.from(plain, { objectMode: false }).once('close', () => source.destroy());
    },

    size: (name) => inner.size(innerName(name)),
    nameOf: (name) => hideName(secret, name),

    list: async function* list(prefix) {
      for await (const kept of inner.list(`${root}${prefix}`)) {
        yield { ...kept, name: kept.name.slice(root.length) };
      }
    },

    remove: (name) => inner.remove(`${root}${name}`),
    tidy: (before) => inner.tidy(before),
  };
};
