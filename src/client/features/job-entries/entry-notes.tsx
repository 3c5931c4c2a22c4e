import { useSyncState } from '#client/data/engine-context.tsx';
import { t } from '#client/lib/texts.ts';
import { CopyIcon, PhoneIcon } from '#client/ui/icons.tsx';

interface SameAsLastProps {
  /** What would be taken over, in words. */
  readonly what: string;
  readonly onPress: () => void;
}

/** One press for the usual entry: everything that the last one chose. */
export const SameAsLast = ({ what, onPress }: SameAsLastProps) => (
  <button
    type="button"
    onClick={onPress}
    className="flex min-h-(--ctl) items-center gap-3 rounded-ctl border-[1.5px] border-act bg-actsoft px-3.5 py-2 text-left"
  >
    <CopyIcon className="size-5 shrink-0 text-act" aria-hidden="true" />
    <span className="min-w-0">
      <span className="block font-[660]">{t('Same as last')}</span>
      <span className="block text-sm wrap-anywhere text-ink2">{what}</span>
    </span>
  </button>
);

/** Says offline what is safe. It subscribes by itself: the form is not redrawn when the network comes or goes, or a change is counted. */
export const OfflineNote = () =>
  useSyncState().connection === 'offline' && (
    <p className="flex items-start gap-2.5 text-sm text-ink2">
      <PhoneIcon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {t('Kept on this device. It will be sent when you are back online.')}
    </p>
  );
