import { isAnswered } from '#shared/domain/asked.ts';
import { syncMark } from '#client/components/status-badge.tsx';
import { questionState } from '#client/entities/job-entries/question-words.ts';
import { hintTag } from '#client/entities/job-entries/hint-tag.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { AttentionIcon, CheckIcon, ErrorIcon, QuestionIcon } from '#client/ui/icons.tsx';
import type { DeskRow } from './desk-rows.ts';

/** The one word about a row that matters most. */
export const RowState = ({ row, isChecking }: { readonly row: DeskRow; readonly isChecking: boolean }) => {
  const mark = syncMark(row.entry);
  const [hint] = row.hints;
  if (mark !== undefined) {
    return mark === 'waiting' ? (
      <span className="desk-tag desk-swath">{t('Waiting')}</span>
    ) : (
      <span className="desk-tag desk-poppy">
        <AttentionIcon aria-hidden="true" />
        {t('Needs attention')}
      </span>
    );
  }
  if (row.isChecked || isChecking) {
    return (
      <span className={cx('desk-tag desk-field', isChecking && 'desk-pending')}>
        <CheckIcon aria-hidden="true" />
        {isChecking ? t('Checking...') : t('Checked')}
      </span>
    );
  }
  const asked = questionState(row.entry);
  if (asked !== undefined) {
    return (
      <span className={cx('desk-tag', isAnswered(row.entry) ? 'desk-sky' : 'desk-stone')} title={asked}>
        <QuestionIcon aria-hidden="true" />
        <span className="desk-text">{asked}</span>
      </span>
    );
  }
  if (row.missing.length > 0) {
    return (
      <span className="desk-tag desk-poppy">
        <ErrorIcon aria-hidden="true" />
        {t('Missing')}
      </span>
    );
  }
  return hint ? (
    <span className="desk-tag desk-straw">
      <QuestionIcon aria-hidden="true" />
      {hintTag(hint)}
    </span>
  ) : null;
};
