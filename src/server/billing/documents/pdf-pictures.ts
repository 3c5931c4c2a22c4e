import sharp from 'sharp';

const WIDEST = 700;

const asJpeg = async (bytes: Buffer): Promise<string> => {
  const size = { width: WIDEST, height: WIDEST, fit: 'inside', withoutEnlargement: true } as const;
  const shrunk = await sharp(bytes).rotate().resize(size).flatten({ background: '#ffffff' }).jpeg({ quality: 78 }).toBuffer();
  return `data:image/jpeg;base64,${shrunk.toString('base64')}`;
};

/** Makes pictures small enough for paper, one after the other. By their names, as data strings. */
export const preparePictures = async (pictures: ReadonlyMap<string, Buffer>): Promise<ReadonlyMap<string, string>> => {
  const prepared = new Map<string, string>();
  for (const [name, bytes] of pictures) {
    prepared.set(name, await asJpeg(bytes));
  }
  return prepared;
};
