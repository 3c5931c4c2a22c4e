import sharp from 'sharp';

const WIDEST = 700;

/** Pictures of a bill as the PDF takes them: JPEG in data strings. */
export interface PreparedPictures {
  readonly logo: string | undefined;
  /** Those of the annex by their names; missing ones are left out. */
  readonly photos: ReadonlyMap<string, string>;
}

const asJpeg = async (bytes: Buffer): Promise<string> => {
  const size = { width: WIDEST, height: WIDEST, fit: 'inside', withoutEnlargement: true } as const;
  const shrunk = await sharp(bytes).rotate().resize(size).flatten({ background: '#ffffff' }).jpeg({ quality: 78 }).toBuffer();
  return `data:image/jpeg;base64,${shrunk.toString('base64')}`;
};

/** Makes pictures small enough for paper, one after the other. */
export const preparePictures = async (logo: Buffer | undefined, photos: ReadonlyMap<string, Buffer>): Promise<PreparedPictures> => {
  const prepared = new Map<string, string>();
  for (const [name, bytes] of photos) {
    prepared.set(name, await asJpeg(bytes));
  }
  return { logo: logo && (await asJpeg(logo)), photos: prepared };
};
