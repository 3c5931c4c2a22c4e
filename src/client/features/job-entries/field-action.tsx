import type { ReactNode } from 'react';
import type { Icon } from '#client/ui/icons.tsx';

interface FieldActionProps {
  readonly icon: Icon;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** An action for a field besides filling it in: at the right end of its label's line. */
export const FieldAction = ({ icon: IconShape, onPress, children }: FieldActionProps) => (
  <button
    type="button"
    onClick={onPress}
    className="-my-2.5 -mr-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 px-2 whitespace-nowrap pointer-coarse:min-h-12 text-sm font-semibold text-act tabular-nums"
  >
    <IconShape className="size-4.5" aria-hidden="true" />
    {children}
  </button>
);
