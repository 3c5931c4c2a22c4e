import { t, told } from '#client/lib/texts.ts';
import { deviceChance } from '#client/offline/browser/chance.ts';
import { BrokenDatabase, chooseDatabase, NewerDatabase } from '#client/offline/browser/idb-storage.ts';
import { Button } from '#client/ui/button.tsx';

const reload = (): void => location.reload();

const beginAnew = (): void => {
  chooseDatabase(`headland-${deviceChance.uuid()}`);
  reload();
};

const words = (error: unknown): { title: string; text: string } => {
  if (error instanceof NewerDatabase) {
    return { title: t('This page is older than the app on this device'), text: t('Load it again to go on. Everything is kept.') };
  }
  if (error instanceof BrokenDatabase) {
    return {
      title: t("This device's storage cannot be opened"),
      text: t(
        'Changes that were not sent yet may be in it, so it is not touched. Close all tabs of Headland and try again first. If that does not help, you can work on in a new storage; the old one is kept for somebody who can look at it.',
      ),
    };
  }
  return {
    title: t('This browser gives Headland no storage'),
    text: t(
      'Headland keeps every change on the device before it is sent. Open it outside of a private window, or make room on the device, and try again.',
    ),
  };
};

/** Instead of the app, where what it has kept on this device cannot be read: said aloud, and nothing is made anew by itself. */
export const StorageProblem = ({ error }: { readonly error: unknown }) => {
  const { title, text } = words(error);
  return (
    <main className="mx-auto grid min-h-dvh max-w-140 content-center justify-items-start gap-4 p-6" role="alert">
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-ink2">{text}</p>
      <p className="text-sm text-ink3">{error instanceof Error ? `${error.name}: ${told(error.message)}` : String(error)}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="primary" onClick={reload}>
          {t('Try again')}
        </Button>
        {error instanceof BrokenDatabase && <Button onClick={beginAnew}>{t('Work on in a new storage')}</Button>}
      </div>
    </main>
  );
};
