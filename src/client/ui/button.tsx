import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import type { Icon } from '#client/ui/icons.tsx';

const BUTTON =
  'inline-flex items-center justify-center gap-2 rounded-ctl border-[1.5px] font-[640] no-underline transition-none duration-(--t-fast) ease-field pointer-fine:transition-transform pointer-fine:active:translate-y-px disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-ink3 max-[22rem]:whitespace-normal sm:whitespace-nowrap [&>svg]:size-[1.25em] [&>svg]:shrink-0';

const VARIANTS = {
  log: 'border-rapelo bg-rape font-bold text-onrape hover:bg-rapehi active:bg-rapehi',
  primary: 'border-act bg-act text-onact hover:bg-acthi active:bg-acthi',
  plain: 'border-edge bg-surface text-ink hover:bg-sunk active:bg-sunk',
  danger: 'border-poppy bg-surface text-poppy-fg hover:bg-poppy-bg active:bg-poppy-bg',
  dangerSolid: 'border-poppy-fg bg-poppy-fg text-poppy-bg',
  ghost: 'border-transparent bg-transparent text-act hover:bg-sunk active:bg-sunk px-3',
} as const;

const SIZES = { normal: 'min-h-(--ctl) px-4.5', small: 'min-h-11 px-3.5 text-sm' } as const;

interface ButtonLook {
  readonly variant?: keyof typeof VARIANTS | undefined;
  readonly size?: keyof typeof SIZES | undefined;
  readonly className?: string | undefined;
}

/**
 * The classes of a button, for links that look like one. `log` is the one yellow control of a view. A press moves it where there is a
 * mouse; under a finger it only darkens, because moving anything costs a phone a layout of the page.
 */
export const buttonClass = ({ variant = 'plain', size = 'normal', className }: ButtonLook = {}): string =>
  cx(BUTTON, VARIANTS[variant], SIZES[size], className);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Pick<ButtonLook, 'variant' | 'size'> {
  readonly icon?: Icon;
  /** Set while the work runs: the button then shows this and accepts no further press. */
  readonly busyText?: string | false | undefined;
  readonly children: ReactNode;
}

/** A button with a label. Its width stays while it is busy. */
export const Button = ({
  variant,
  size,
  icon: IconShape,
  busyText,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type === 'submit' ? 'submit' : 'button'}
    disabled={disabled === true || Boolean(busyText)}
    aria-busy={Boolean(busyText)}
    className={buttonClass({ variant, size, className })}
  >
    {IconShape && <IconShape aria-hidden="true" />}
    <span className="grid">
      <span className={cx('col-start-1 row-start-1', busyText && 'invisible')} aria-hidden={Boolean(busyText)}>
        {children}
      </span>
      {busyText && <span className="col-start-1 row-start-1">{busyText}</span>}
    </span>
  </button>
);

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** What the button does: its name for people who do not see the icon. */
  readonly label: string;
  readonly icon: Icon;
  readonly onColour?: boolean;
  /** Why it cannot be pressed now. It stays reachable by keyboard, so that everybody learns why. */
  readonly disabledReason?: string | undefined;
}

const iconButtonFrame =
  'inline-grid size-11 shrink-0 place-items-center rounded-ctl disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60';

/** The classes of a pressable icon, 44 px square. */
export const iconButtonClass = cx(iconButtonFrame, 'text-ink2 hover:bg-sunk hover:text-ink');

/** A button that shows only an icon. On coloured ground (`onColour`) it takes the colour of the text around it. */
export const IconButton = ({ label, icon: IconShape, onColour = false, disabledReason, onClick, className, ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    title={disabledReason ?? label}
    {...(disabledReason === undefined ? { onClick } : { 'aria-disabled': true })}
    className={cx(onColour ? iconButtonFrame : iconButtonClass, className)}
  >
    <IconShape className="size-5" aria-hidden="true" />
  </button>
);
