import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import type { Icon } from '#client/ui/icons.tsx';
import { CheckIcon } from '#client/ui/icons.tsx';

interface PickProps {
  readonly isOn?: boolean;
  readonly icon?: Icon;
  readonly lang?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** One of a few answers side by side. Without `isOn` it is a button that does something else. */
export const Pick = ({ isOn, icon: IconShape, lang, onPress, children }: PickProps) => (
  <button
    type="button"
    {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
    lang={lang}
    onClick={onPress}
    className={cx(
      'inline-flex min-h-11 items-center gap-2 rounded-ctl border-2 px-3.5 text-left font-[620]',
      isOn === true ? 'border-act bg-actsoft' : 'border-edge bg-surface',
    )}
  >
    {isOn === true && <CheckIcon className="size-5 shrink-0 text-act" aria-hidden="true" />}
    {IconShape && <IconShape className="size-5 shrink-0" aria-hidden="true" />}
    {children}
  </button>
);

/** Answers in as many lines as they need. */
export const Picks = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div role="group" aria-label={label} className="flex flex-wrap gap-2.5">
    {children}
  </div>
);
