import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';

/** The mark: a headland turn, part of it worked in yellow, part still to be worked. */
export const BrandMark = ({ className }: { readonly className?: string }) => (
  <svg viewBox="0 0 36 36" aria-hidden="true" className={cx('size-9 shrink-0', className)}>
    <rect width="36" height="36" rx="9" className="fill-hedge2" />
    <path
      d="M18 19v3.75a4.75 4.75 0 0 0 9.5 0V8.5"
      fill="none"
      className="stroke-onhedge2 opacity-60"
      strokeWidth="3.75"
      strokeLinecap="round"
    />
    <path d="M8.5 27.5V13.25a4.75 4.75 0 0 1 9.5 0V20" fill="none" className="stroke-rape" strokeWidth="3.75" strokeLinecap="round" />
  </svg>
);

/** Mark and name. */
export const Brand = () => (
  <span className="flex min-h-11 items-center gap-3 text-[1.3125rem] font-[740] tracking-[-0.01em]">
    <BrandMark />
    {t('Headland')}
  </span>
);

const RADII = [14, 34, 54, 74, 94, 114];

/** Nested turns, seen from above: the foot of the sidebar. */
export const TurnMotif = ({ className }: { readonly className?: string }) => (
  <svg viewBox="0 0 240 124" aria-hidden="true" className={className} fill="none" stroke="currentColor" strokeWidth="3">
    {RADII.map((radius) => (
      <path key={radius} d={`M${120 - radius} 130V120a${radius} ${radius} 0 0 1 ${2 * radius} 0V130`} />
    ))}
  </svg>
);

/** Four turns in bold lines: for empty lists. */
export const SmallTurns = ({ className }: { readonly className?: string }) => (
  <svg viewBox="0 0 120 84" aria-hidden="true" className={className} fill="none" stroke="currentColor" strokeWidth="5">
    {[10, 24, 38, 52].map((radius) => (
      <path key={radius} d={`M${60 - radius} 84V57a${radius} ${radius} 0 0 1 ${2 * radius} 0V84`} />
    ))}
  </svg>
);

/** Nested turns on their side: the ornament of the yellow slab. */
export const SideTurns = ({ className }: { readonly className?: string }) => (
  <svg
    viewBox="0 0 220 120"
    aria-hidden="true"
    className={className}
    fill="none"
    stroke="currentColor"
    strokeWidth="3.5"
    preserveAspectRatio="xMaxYMid slice"
  >
    {[18, 34, 50, 66, 82].map((radius) => (
      <path key={radius} d={`M230 ${60 - radius}H100a${radius} ${radius} 0 0 0 0 ${2 * radius}H230`} />
    ))}
  </svg>
);
