import { useState } from 'react';
import type { Person } from '#shared/domain/own-hours.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon } from '#client/ui/icons.tsx';

/** Where a device keeps that its person looks at their own entries. */
const keyOf = (userId: number): string => `entries-mine:${userId}`;

/** The signed-in person, as entries name them. */
export const useMe = (): Person => {
  const { employeeId } = useOrganization();
  const { id: userId } = useUser();
  return { employeeId, userId };
};

/** Whether lists of entries show only the person's own: remembered on this device, for all such lists. */
export const useMine = () => {
  const me = useMe();
  const key = keyOf(me.userId);
  const [isMine, setMine] = useState(() => localStorage.getItem(key) !== null);
  const choose = (isOn: boolean): void => {
    setMine(isOn);
    if (isOn) {
      localStorage.setItem(key, '1');
    } else {
      localStorage.removeItem(key);
    }
  };
  return { isMine, choose, me };
};

interface MineChipProps {
  readonly isMine: boolean;
  readonly onChoose: (isMine: boolean) => void;
}

/** Narrows a list of entries to the person's own. */
export const MineChip = ({ isMine, onChoose }: MineChipProps) => (
  <button
    type="button"
    aria-pressed={isMine}
    className={cx(
      'inline-flex min-h-12 items-center gap-2 rounded-ctl border-[1.5px] px-4',
      isMine ? 'border-act bg-actsoft font-[660]' : 'border-edge bg-surface hover:bg-sunk',
    )}
    onClick={() => onChoose(!isMine)}
  >
    {isMine && <CheckIcon className="size-5" aria-hidden="true" />}
    {t('Mine')}
  </button>
);
