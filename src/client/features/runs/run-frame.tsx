import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { useSyncState } from '#client/data/engine-context.tsx';
import { t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { useWholeWindow } from '#client/features/runs/use-cab-screen.ts';
import { BackIcon, ChevronIcon, type Icon } from '#client/ui/icons.tsx';
import { SyncIndicator, type SyncState } from '#client/ui/sync-indicator.tsx';
import sheet from './runs.css?url';

/** How far this device's changes are, said once. */
const Indicator = () => {
  const { connection, pending, attention } = useSyncState();
  const isOnline = useBrowserOnline() && connection !== 'offline';
  const state: SyncState = isOnline ? (attention > 0 ? 'attention' : pending > 0 ? 'waiting' : 'online') : 'offline';
  return (
    <span role="status">
      <Link href="/sync" className="run-sync rounded-ctl no-underline">
        <SyncIndicator state={state} count={state === 'attention' ? attention : pending} />
      </Link>
    </span>
  );
};

interface HeadProps {
  readonly back: string;
  readonly backLabel: string;
  readonly icon?: Icon;
  readonly children: ReactNode;
}

/** The bar above a screen of a run, which has the whole window and styles of its own. Leaving it never stops the time. */
const RunHead = ({ back, backLabel, icon: IconShape = BackIcon, children }: HeadProps) => {
  useWholeWindow();
  return (
    <header className="run-head">
      <link rel="stylesheet" href={sheet} precedence="default" />
      <Link href={back} aria-label={backLabel} title={backLabel} className="run-back">
        <IconShape aria-hidden="true" />
      </Link>
      <div className="run-title">{children}</div>
      <Indicator />
    </header>
  );
};

interface FrameProps {
  readonly title: string;
  readonly back: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** A screen of a run with the whole window: its head, what scrolls, and its one action below. */
export const RunFrame = ({ title, back, children, foot }: FrameProps) => (
  <div className="run-frame">
    <RunHead back={back} backLabel={t('Back')}>
      <h1>{title}</h1>
    </RunHead>
    <div className="run-body">
      <div className="run-column">{children}</div>
    </div>
    {foot && (
      <footer className="run-foot">
        <div className="run-column">{foot}</div>
      </footer>
    )}
  </div>
);

/** The frame of the cab, which never scrolls where there is room. */
export const CabFrame = ({
  title,
  sub,
  theme,
  children,
}: {
  readonly title: string;
  readonly sub: string;
  readonly theme: string | undefined;
  readonly children: ReactNode;
}) => (
  <div className="run-frame cab" data-theme={theme}>
    <RunHead back="/dashboard" backLabel={t('Leave the cab view; time keeps running')} icon={ChevronIcon}>
      <p className="run-crew">{title}</p>
      <p className="run-sub">{sub}</p>
    </RunHead>
    {children}
  </div>
);
