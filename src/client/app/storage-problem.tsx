import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';
import { saidBy } from '#shared/messages/said-error.ts';
import { BrokenDatabase, chooseDatabase, deviceRandom, NewerDatabase } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';

const reload = (): void => location.reload();

const startAgain = (): void => {
  chooseDatabase(`headland-${deviceRandom.uuid()}`);
  reload();
};

const words = (error: unknown): { title: string; text: string } => {
  if (error instanceof NewerDatabase) {
    return { title: t('This page is older than the app on this device'), text: t('Reload it to continue. Nothing is lost.') };
  }
  if (error instanceof BrokenDatabase) {
    return {
      title: t("This device's storage can't be opened"),
      text: t(
        'It may contain unsent changes, so it is left alone. First close all Headland tabs and try again. If that does not help, you can continue with new storage; the old one is kept for someone who can look into it.',
      ),
    };
  }
  return {
    title: t("This browser doesn't give Headland any storage"),
    text: t(
      'Headland saves every change on the device before sending it. Open it outside a private window, or free up space on the device, and try again.',
    ),
  };
};

/**
 * Shown instead of the app where this device's stored data cannot be read: the problem is stated, and nothing is recreated automatically.
 */
export const StorageProblem = ({ error }: { readonly error: unknown }) => {
  const { title, text } = words(error);
  return (
    <main className="mx-auto grid min-h-dvh max-w-140 content-center justify-items-start gap-4 p-6" role="alert">
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-ink2">{text}</p>
      <p className="text-sm text-ink3">{error instanceof Error ? `${error.name}: ${say(saidBy(error))}` : String(error)}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="primary" onClick={reload}>
          {t('Try again')}
        </Button>
        {error instanceof BrokenDatabase && <Button onClick={startAgain}>{t('Continue with new storage')}</Button>}
      </div>
    </main>
  );
};
