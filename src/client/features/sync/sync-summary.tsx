import { useState } from 'react';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { momentWords } from '#client/lib/ages.ts';
import { exportUnsent, type ExportKind } from '#client/features/sync/export.ts';
import { SyncGauge } from '#client/features/sync/sync-gauge.tsx';
import { useManualSync } from '#client/features/sync/use-manual-sync.ts';
import { plural, t } from '#client/lib/texts.ts';
import type { EngineState } from '#client/offline/public.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ChevronIcon, UpdateIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';

/** When the last sync was, and that nothing is lost (what is safe comes first). */
const stateWords = ({ lastSync, pending, isHalted }: EngineState, now: number): string => {
  const when =
    lastSync === null ? t('Not synced from this device yet.') : t('Last synced at {moment}.', { moment: momentWords(lastSync, now) });
  if (pending === 0) {
    return `${when} ${t('Nothing to send on this device.')}`;
  }
  const safe = plural(
    pending,
    'Nothing is lost: the change is on this device.',
    'Nothing is lost: all {count} changes are on this device.',
  );
  return [when, safe, ...(isHalted ? [t('Paused. Press Sync now to continue.')] : [])].join(' ');
};

interface ProgressProps {
  readonly done: number;
  readonly total: number;
  readonly onStop: () => void;
}

const Progress = ({ done, total, onStop }: ProgressProps) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-3">
      <p className="text-sm font-[620] text-sky-fg tabular-nums">
        {t('Sending {at} of {count}', { at: Math.min(done + 1, total), count: total })}
      </p>
      <Button size="small" onClick={onStop}>
        {t('Stop')}
      </Button>
    </div>
    <progress
      value={done}
      max={total}
      aria-label={t('Sending changes')}
      className="h-2.5 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-sky [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-sky"
    />
  </div>
);

/** Saves everything unsent as a file: a way out that needs no network. */
const ExportMenu = () => {
  const engine = useEngine();
  const user = useUser();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const save = async (kind: ExportKind) => {
    setBusy(true);
    try {
      await exportUnsent(engine, user, kind);
    } catch (error) {
      notices.failure(t('Failed to save the file'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      buttonClassName={buttonClass({ variant: 'plain' })}
      items={[
        { label: t('Everything, with photos (JSON)'), onSelect: () => void save('json') },
        { label: t('A table (CSV)'), onSelect: () => void save('csv') },
      ]}
    >
      {isBusy ? t('Saving...') : t('Save as a file')}
      <ChevronIcon aria-hidden="true" />
    </Menu>
  );
};

/** The sync state, and the button that sends now. */
export const SyncSummary = ({ sentToday }: { readonly sentToday: number }) => {
  const state = useSyncState();
  const engine = useEngine();
  const { sync, isBusy } = useManualSync();
  return (
    <Card className="grid gap-4 p-4.5">
      <SyncGauge sent={sentToday} waiting={state.pending - state.attention} attention={state.attention} />
      {state.sending && !state.isHalted && <Progress done={state.sending.done} total={state.sending.of} onStop={() => engine.halt()} />}
      <div className="grid items-center gap-3.5 md:grid-cols-[1fr_auto]">
        <p className="text-ink2">{stateWords(state, Date.now())}</p>
        <div className="grid gap-2.5 md:flex md:flex-row-reverse">
          <Button variant="primary" icon={UpdateIcon} busyText={isBusy && t('Syncing...')} onClick={() => void sync()}>
            {t('Sync now')}
          </Button>
          {state.pending > 0 && <ExportMenu />}
        </div>
      </div>
    </Card>
  );
};
