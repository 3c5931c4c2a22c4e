import type { Installation, InstallationBackups } from '#shared/domain/installation.ts';
import { concernWords } from '#client/components/concern-words.ts';
import { Facts } from '#client/components/facts.tsx';
import { agoWords, momentWords } from '#client/lib/ages.ts';
import { sizeWords } from '#client/lib/sizes.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Note } from '#client/ui/note.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';

type Details = NonNullable<InstallationBackups['details']>;

/** '1,200 records, 7 files, 5 MB' */
const contentWords = ({ rows, files, bytes }: Details): string | null =>
  rows === null || files === null || bytes === null
    ? null
    : [plural(rows, '{count} record', '{count} records'), plural(files, '{count} file', '{count} files'), sizeWords(bytes)].join(', ');

const factsOf = ({ lastAt, lastVerifiedAt, runningSince, copiedUpTo, details }: InstallationBackups, now: number) => {
  const ago = (at: string | null) => (at === null ? t('No backup yet') : agoWords(Date.parse(at), now));
  return [
    [t('Last backup'), runningSince === null ? ago(lastAt) : t('{ago}; one is in progress', { ago: ago(lastAt) })],
    [t('Verified by restoring'), ago(lastVerifiedAt)],
    [t('Includes changes up to'), copiedUpTo && momentWords(Date.parse(copiedUpTo), now)],
    [t('Contents'), details && contentWords(details)],
    [t('Location'), details && details.places.join(', ')],
  ] as const;
};

const failureWords = (since: string, reason: string | null, now: number): string =>
  [
    t('Failing since {when}.', { when: momentWords(Date.parse(since), now) }),
    ...(reason === null ? [] : [t('The server says: {reason}', { reason })]),
  ].join(' ');

/** The state of the backups, and of the machine that they protect against: for the owner (decision 0043). */
export const BackupsCard = ({ installation: { backups, concerns } }: { readonly installation: Installation }) => {
  const now = useNow();
  const { isScheduled, lastAt, failingSince, details } = backups;
  const unverified = details?.unverifiedBecause ?? null;
  const failure = failingSince === null ? null : failureWords(failingSince, details?.failure ?? null, now);
  return (
    <Card>
      <CardHead title={t('Backups')} />
      <div className="grid gap-4 p-4.5 [&>dl]:p-0">
        {concerns.map((concern) => {
          const { title, text } = concernWords(concern);
          return (
            <Note key={concern.kind} tone={concern.level === 'degraded' ? 'poppy' : 'straw'} icon={AttentionIcon}>
              <b className="font-[640]">{title}.</b> {text}
              {concern.code === 'backup_failing' && failure !== null && ` ${failure}`}
            </Note>
          );
        })}
        {!isScheduled && (
          <Note tone="stone">{t("Automatic backups are turned off. Your server's administrator makes copies some other way.")}</Note>
        )}
        {unverified !== null && (
          <p className="wrap-anywhere text-ink2">
            {t('The last one could not be verified. The server says: {reason}', { reason: unverified })}
          </p>
        )}
        {(isScheduled || lastAt !== null) && <Facts facts={factsOf(backups, now)} />}
      </div>
    </Card>
  );
};
