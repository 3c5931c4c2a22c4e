import { cx } from '#client/lib/cx.ts';

interface ReminderBarsProps {
  readonly levels: number;
  readonly sent: number;
  /** The level that is due; 0: none is. */
  readonly due: number;
}

/** Reminders as bars: those that were sent, the one that is due, those to come. Words say the same beside them. */
export const ReminderBars = ({ levels, sent, due }: ReminderBarsProps) => (
  <span className="owed-bars" aria-hidden="true">
    {Array.from({ length: levels }, (_, index) => (
      <i key={index} className={cx(index < sent && 'owed-sent', index + 1 === due && 'owed-due')} />
    ))}
  </span>
);
