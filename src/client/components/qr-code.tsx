import { later } from '#client/lib/later.tsx';

/** A text as a QR code: see `QrPicture`. What draws it is fetched when the first one is shown, or by `fetch` before. */
export const QrCode = later(async () => (await import('#client/components/qr-picture.tsx')).QrPicture);
