import { useState } from 'react';
import { cx } from '#client/lib/cx.ts';
import { isSunlight, turnSunlight } from '#client/lib/sunlight.ts';
import { t } from '#client/lib/texts.ts';
import { SunIcon } from '#client/ui/icons.tsx';

/** Turns the theme for bright sun on, and back to the one before. */
export const SunlightButton = ({ className }: { readonly className?: string }) => {
  const [isOn, setOn] = useState(isSunlight);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => {
        turnSunlight();
        setOn(isSunlight());
      }}
      className={cx(
        'flex min-h-12 items-center gap-2 rounded-ctl border-[1.5px] px-3.5 font-[640]',
        className,
        isOn ? 'border-ink bg-ink text-ground' : 'border-edge bg-surface text-ink hover:bg-sunk',
      )}
    >
      <SunIcon className="size-5 shrink-0" aria-hidden="true" />
      {t('Sunlight')}
    </button>
  );
};
