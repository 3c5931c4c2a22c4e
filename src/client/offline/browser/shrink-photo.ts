import { deviceMessage } from '#shared/messages/device.ts';
import { SaidError } from '#shared/messages/said-error.ts';
/** A file as it is kept and sent. */
export interface PreparedFile {
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly fileName: string;
  readonly wasShrunk: boolean;
}

const LONGEST_SIDE = 2560;
const LARGE_BYTES = 1.5 * 1024 * 1024;
const QUALITY = 0.85;

// The formats of cameras. Other files would lose what they are for: a drawing its sharpness, an animation its movement.
const PHOTO_TYPE = /^image\/(jpeg|png|webp|hei[cf])$/;
// Some systems do not know the type of a photo from an iPhone.
const PHOTO_NAME = /\.hei[cf]$/i;

interface Size {
  readonly width: number;
  readonly height: number;
}

const fit = ({ width, height }: Size): Size => {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** The picture upright; null if this browser cannot read it. */
const decode = async (file: Blob): Promise<ImageBitmap | null> => {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
};

const paint = (canvas: OffscreenCanvas | HTMLCanvasElement, picture: ImageBitmap): void => {
  const context = canvas.getContext('2d');
  if (!context) {
    throw new SaidError(deviceMessage('photoNotResized'));
  }
  // Transparent parts of a PNG would turn black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
};

const encode = async (picture: ImageBitmap): Promise<Blob | null> => {
  const { width, height } = fit(picture);
  const wish = { type: 'image/jpeg', quality: QUALITY };
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(width, height);
    paint(canvas, picture);
    return canvas.convertToBlob(wish);
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  paint(canvas, picture);
  return new Promise((resolve) => canvas.toBlob(resolve, wish.type, wish.quality));
};

/** A smaller copy of the picture; null if it is small enough, cannot be read or drawn, or would not get smaller. */
const shrink = async (file: File): Promise<Blob | null> => {
  const picture = await decode(file);
  if (!picture) {
    return null;
  }
  try {
    if (Math.max(picture.width, picture.height) <= LONGEST_SIDE && file.size <= LARGE_BYTES) {
      return null;
    }
    const smaller = await encode(picture);
    return smaller?.type === 'image/jpeg' && smaller.size < file.size ? smaller : null;
  } catch {
    // Too large to draw, or out of memory: the original will do.
    return null;
  } finally {
    picture.close();
  }
};

/**
 * The bytes of a picked file. A photo with more pixels or bytes than needed becomes a smaller JPEG: upright, without the camera's metadata
 * (such as the place). Anything else stays as it is. Rejects if the file cannot be read (any longer).
 */
export const prepareFile = async (
  file: File,
  { keepOriginal = false }: { readonly keepOriginal?: boolean } = {},
): Promise<PreparedFile> => {
  const isPhoto = PHOTO_TYPE.test(file.type) || (file.type === '' && PHOTO_NAME.test(file.name));
  const smaller = isPhoto && !keepOriginal ? await shrink(file) : null;
  return smaller
    ? { bytes: await smaller.arrayBuffer(), type: smaller.type, fileName: file.name.replace(/(\.\w+)?$/, '.jpg'), wasShrunk: true }
    : { bytes: await file.arrayBuffer(), type: file.type, fileName: file.name, wasShrunk: false };
};
