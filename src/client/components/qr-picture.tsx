import { memo } from 'react';
import { encode } from 'uqr';

/** The quiet zone that readers require around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** The dark modules as one path, one run of neighbours at a time. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1] === true) {
          return [];
        }
        const end = row.indexOf(false, x);
        const length = (end === -1 ? row.length : end) - x;
        return [`M${x} ${y}h${length}v1h-${length}z`];
      }),
    )
    .join('');

export interface QrPictureProps {
  readonly text: string;
  /** What a screen reader says for it. */
  readonly label: string;
}

/**
 * A text as a QR code: black on white whatever the theme is, because many readers accept nothing else. Memoized: encoding takes longer than
 * anything around it.
 */
export const QrPicture = memo(({ text, label }: QrPictureProps) => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const all = size + 2 * QUIET;
  return (
    <svg role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${all} ${all}`} shapeRendering="crispEdges" className="size-full">
      <rect x={-QUIET} y={-QUIET} width={all} height={all} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
});
QrPicture.displayName = 'QrPicture';
