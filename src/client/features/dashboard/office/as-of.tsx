import { t } from '#client/lib/texts.ts';
import { momentWords } from './office-dates.ts';

/** When numbers were so that may have changed since. What takes a moment to be answered says nothing. */
export const AsOf = ({ at }: { readonly at: number | null }) =>
  at !== null && (
    <span className="pr-2 text-right text-sm text-ink2 transition-opacity delay-200 starting:opacity-0">
      {t('as of {time}', { time: momentWords(at, Date.now()) })}
    </span>
  );
