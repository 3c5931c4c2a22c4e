import type { SaidMessage } from '#shared/messages/message.ts';
import { saidBy } from '#shared/messages/said-error.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type BannerWords, lossWords } from '#client/app/loss-words.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { putAway, useLostWork } from '#client/data/lost-work.ts';
import { loadNoticeWords } from '#client/entities/notices/load-notice-words.ts';
import { theOwnView } from '#client/data/own-view.ts';
import { useUser } from '#client/data/user-context.tsx';
import { later } from '#client/lib/later.tsx';
import { say } from '#client/lib/messages.ts';
import { plural, t } from '#client/lib/texts.ts';
import type { Engine, EngineState } from '#client/offline/public.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { AttentionIcon, CloudOffIcon } from '#client/ui/icons.tsx';
import { PageNotice } from '#client/ui/page-notice.tsx';
import { useToast } from '#client/ui/toast.tsx';

const NoticeHost = later(async () => (await Promise.all([import('#client/app/notices/notice-host.tsx'), loadNoticeWords()]))[0].NoticeHost);

/** Specification 2.12. */
const COUNT_EVERY_MS = 5000;

/** Toasts when the network goes and comes back (specification 2.11). */
const useNetworkToasts = (engine: Engine): void => {
  const toast = useToast();
  useEffect(() => {
    const gone = () => toast({ title: t("You're offline"), text: t("Don't worry, changes will be saved locally."), icon: CloudOffIcon });
    const sayOnline = () => {
      if (theOwnView().ending() !== null) {
        // What was waiting is no longer on this device, which is reported instead.
        return;
      }
      const { pending } = engine.current();
      toast({
        title: t("You're back online"),
        text:
          pending === 0
            ? t('No pending changes to synchronize.')
            : plural(pending, '{count} pending change to be synchronized.', '{count} pending changes to be synchronized.'),
      });
    };
    // Counted now: what was saved a moment ago is not in the last count. A failure is reported like that of any other count.
    const back = () => void theOwnView().look().then(engine.refresh).then(sayOnline, sayOnline);
    window.addEventListener('offline', gone);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', gone);
      window.removeEventListener('online', back);
    };
  }, [engine, toast]);
};

/** Counts the waiting changes every five seconds; returns what is wrong with the storage if that fails. */
const useCounting = (engine: Engine): SaidMessage | null => {
  const [trouble, setTrouble] = useState<SaidMessage | null>(null);
  useEffect(() => {
    // The owner of the copy may have changed without notice from the other tab, or from the browser that emptied the storage.
    const count = () =>
      Promise.all([theOwnView().look(), engine.refresh()]).then(
        () => setTrouble(null),
        (error: unknown) => setTrouble(saidBy(error)),
      );
    const timer = window.setInterval(() => void count(), COUNT_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [engine]);
  return trouble;
};

/** What keeps the changes of this device from being sent until the user acts; null: nothing. */
export const bannerOf = ({ connection, pending }: EngineState): BannerWords | null => {
  const kept =
    pending === 0
      ? t('What you save stays on this device.')
      : plural(pending, 'It is kept on this device until then.', 'They are kept on this device until then.');
  switch (connection) {
    case 'signed-out':
      return {
        title:
          pending === 0
            ? t('Sign in again to continue')
            : plural(pending, 'Sign in to send {count} change', 'Sign in to send {count} changes'),
        text: kept,
      };
    case 'other-user':
      return { title: t('Someone else is now signed in on this device'), text: t('Your changes stay here until you sign in again.') };
    case 'update-app':
      return {
        title:
          pending === 0
            ? t('Update Headland')
            : plural(pending, 'Update Headland to send {count} change', 'Update Headland to send {count} changes'),
        text: kept,
      };
    default:
      return null;
  }
};

const Banner = (props: BannerWords & { readonly children: ReactNode }) => (
  <PageNotice role="alert" tone="straw" icon={AttentionIcon} {...props} />
);

const actionClass = buttonClass({ variant: 'plain', size: 'small' });

/** Everything the shell says about syncing: banners, network toasts, and the number of waiting changes. */
export const SyncNotices = () => {
  const engine = useEngine();
  const state = useSyncState();
  const [path] = useLocation();
  const user = useUser();
  const lost = useLostWork(user.id);
  useNetworkToasts(engine);
  const trouble = useCounting(engine) ?? state.trouble;
  const banner = bannerOf(state);
  return (
    <>
      {banner && (
        <Banner {...banner}>
          {state.connection === 'signed-out' ? (
            <a href={`/api/login?returnTo=${encodeURIComponent(path)}`} className={actionClass}>
              {t('Sign in')}
            </a>
          ) : (
            <button type="button" className={actionClass} onClick={() => location.reload()}>
              {state.connection === 'update-app' ? t('Update now') : t('Reload')}
            </button>
          )}
        </Banner>
      )}
      {lost && (
        <Banner {...lossWords(lost)}>
          <button type="button" className={actionClass} onClick={() => putAway(user.id, lost)}>
            {t('Got it')}
          </button>
        </Banner>
      )}
      {trouble !== null && (
        <Banner title={t("This device's storage has a problem")} text={t('Message: {trouble}', { trouble: say(trouble) })}>
          <Link href="/sync" className={actionClass}>
            {t('See unsent changes')}
          </Link>
        </Banner>
      )}
      <NoticeHost />
    </>
  );
};
