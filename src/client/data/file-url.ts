import { useEffect, useState } from 'react';
import { isPictureName } from '#shared/domain/job-entry.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { blobOf, readFile } from '#client/offline/public.ts';

/** Object URLs of files on this device, the latest last. */
const urls = new Map<string, string>();
const MOST = 40;

const PICTURE = /^image\/(jpeg|png|gif|webp)$/;

interface LocalFile {
  readonly sha256: string;
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

/** Creates an object URL for a file of this device; undefined if it is not a picture. */
export const showFile = ({ sha256, bytes, type }: LocalFile): string | undefined => {
  if (!PICTURE.test(type)) {
    return undefined;
  }
  const url = urls.get(sha256) ?? URL.createObjectURL(new Blob([bytes], { type }));
  urls.delete(sha256);
  urls.set(sha256, url);
  const [oldest] = urls;
  if (urls.size > MOST && oldest) {
    urls.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1]);
  }
  return url;
};

/** The address of an entry's picture: on the server, or on this device while it waits; undefined if it is no picture or not here (yet). */
export const usePictureUrl = (name: string): string | undefined => {
  const sha256 = blobOf(name);
  const [local, setLocal] = useState(sha256 === null ? undefined : urls.get(sha256));
  useEffect(() => {
    if (sha256 === null) {
      return undefined;
    }
    let isShown = true;
    const load = async (): Promise<void> => {
      const file = await readFile(theEngine(), sha256);
      if (isShown && file) {
        setLocal(showFile(file));
      }
    };
    load().catch(() => setLocal(undefined));
    return () => {
      isShown = false;
    };
  }, [sha256]);
  return sha256 === null ? (isPictureName(name) ? `/api/photos/${name}` : undefined) : local;
};
