import { isoMoment } from '#shared/lib/dates.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { AttentionIcon, EditIcon } from '#client/ui/icons.tsx';

export interface DraftLineProps {
  readonly savedAt: number;
  /** Absent for the draft of a change: there is only one. */
  readonly onBeginAnother?: () => void;
  readonly onThrowAway: () => void;
}

/** Says that the form continues a draft, and how to discard it. */
export const DraftLine = ({ savedAt, onBeginAnother, onThrowAway }: DraftLineProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <Badge tone="straw" icon={EditIcon} isWaiting>
      {t('Draft')}
    </Badge>
    <span className="min-w-40 flex-1 text-sm text-ink2">{t('Kept {moment}', { moment: formatTimestamp(isoMoment(savedAt)) })}</span>
    <span className="flex gap-2">
      {onBeginAnother && (
        <Button size="small" onClick={onBeginAnother}>
          {t('Start another')}
        </Button>
      )}
      <Button size="small" onClick={onThrowAway}>
        {t('Discard')}
      </Button>
    </span>
  </div>
);

/** This device cannot keep drafts: a warning for users who are about to rely on them. */
export const DraftTrouble = () => (
  <p role="status" className="flex items-start gap-2.5 text-sm text-straw-fg">
    <AttentionIcon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
    {t("If you close the app now, this entry is lost: it can't be saved as a draft right now.")}
  </p>
);
