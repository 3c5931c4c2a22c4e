import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { clockText, hoursBetween, startTimer, stopTimer, useTimer } from '#client/entities/job-entries/work-timer.ts';
import { FieldAction } from '#client/features/job-entries/field-action.tsx';
import { t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';
import { HoursIcon, StopIcon } from '#client/ui/icons.tsx';

export interface TimerActionProps {
  readonly onStop: (hours: number) => void;
}

/** Starts the timer next to Hours, shows how long it has run, and passes its hours on when it is stopped. */
export const TimerAction = ({ onStop }: TimerActionProps) => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const startedAt = useTimer(userId, orgId);
  const now = useNow();
  if (startedAt === null) {
    return (
      <FieldAction icon={HoursIcon} onPress={() => startTimer(userId, orgId)}>
        {t('Start timer')}
      </FieldAction>
    );
  }
  return (
    <FieldAction
      icon={StopIcon}
      onPress={() => {
        stopTimer(userId, orgId);
        onStop(hoursBetween(startedAt, Date.now()));
      }}
    >
      {t('Stop timer, {time}', { time: clockText(startedAt, now) })}
    </FieldAction>
  );
};
