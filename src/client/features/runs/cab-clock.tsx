import type { ReactNode } from 'react';
import { currentStop, type RunState } from '#shared/domain/run-state.ts';
import { visitsOf } from '#shared/domain/run-visits.ts';
import { lengthOf } from '#shared/domain/spans.ts';
import { formatTime } from '#client/entities/runs/time-words.ts';
import { clockText } from '#client/entities/job-entries/work-timer.ts';
import { t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';

interface CabClockProps {
  readonly state: RunState;
  readonly isAwake: boolean;
  /** What may lie over it for a moment. */
  readonly children: ReactNode;
}

/** How long the current visit has been going on; striped in a pause. */
export const CabClock = ({ state, isAwake, children }: CabClockProps) => {
  const now = useNow();
  const { spans } = currentStop(state);
  const { since } = state;
  const before = spans.reduce((sum, span) => sum + lengthOf(span), 0);
  const running = since === null ? before : now - Date.parse(since);
  const isBack = since !== null && now < Date.parse(since) - 60_000;
  const visits = visitsOf(state);
  return (
    <div className="cab-clock" data-paused={since === null || undefined}>
      <time className="cab-time">{clockText(0, running)}</time>
      <p>
        {since === null
          ? t('Paused')
          : visits > 1
            ? t('since {time}, visit {number}', { time: formatTime(since), number: visits })
            : t('since {time}', { time: formatTime(since) })}
        {isBack && <span className="cab-hint">{t('The phone’s clock changed.')}</span>}
        {since !== null && !isAwake && <span className="cab-hint">{t('The screen may turn off; time keeps running.')}</span>}
      </p>
      {children}
    </div>
  );
};
