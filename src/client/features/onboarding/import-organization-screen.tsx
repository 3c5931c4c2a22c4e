import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { Imported } from '#shared/domain/archive.ts';
import { messageOf } from '#client/api/api-error.ts';
import { upload } from '#client/api/upload.ts';
import { BackLink } from '#client/components/links.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { useDirty } from '#client/lib/dirty.ts';
import { formatPercent } from '#client/lib/format-amounts.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Field, FieldError } from '#client/ui/field.tsx';
import { UploadIcon } from '#client/ui/icons.tsx';

const MB = 1_048_576;

const wordsOf = ({ waitingMembers, missingFiles }: Imported): string =>
  [
    waitingMembers > 0 &&
      plural(waitingMembers, '1 person gets access when they next sign in.', '{count} people get access when they next sign in.'),
    missingFiles > 0 && plural(missingFiles, '1 file was lost before the export.', '{count} files were lost before the export.'),
  ]
    .filter(Boolean)
    .join(' ');

/** Without an answer it is unknown whether the upload took effect. */
const reasonOf = (error: unknown): string =>
  error instanceof TypeError
    ? t('The connection was lost. Check whether the organization is there before you try again.')
    : messageOf(error);

/** Uploads the zip, and continues in the organization that was created from it. */
const useImport = () => {
  const client = useQueryClient();
  const { select } = useOrganizations();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const sending = useRef<AbortController>(null);
  useDirty(sent !== null);
  // Leaving the screen cancels the upload.
  useEffect(() => () => sending.current?.abort(), []);
  const start = async (file: File) => {
    setProblem(undefined);
    setSent(0);
    const controller = new AbortController();
    sending.current = controller;
    try {
      const made = await upload(routes.archives.import, file, setSent, controller.signal);
      await readOrganizationsAgain(client);
      select(made.id);
      notices.success(t('Organization Imported'), wordsOf(made));
      navigate('/dashboard', { replace: true });
    } catch (error) {
      setProblem(reasonOf(error));
    }
    setSent(null);
  };
  return { start, sent, problem, setProblem };
};

const progressText = (sent: number): string =>
  sent < 1 ? t('Sending: {percent}', { percent: formatPercent(Math.floor(sent * 100)) }) : t('Checking and writing...');

/** `/onboarding/import-organization`: an export becomes an organization of the user who brings it (decision 0022). */
export const ImportOrganizationScreen = () => {
  const { organizations } = useOrganizations();
  const isOnline = useBrowserOnline();
  const [file, setFile] = useState<File | null>(null);
  const { start, sent, problem, setProblem } = useImport();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setFile(event.target.files?.[0] ?? null);
    setProblem(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === null) {
      setProblem(t('Choose the zip first'));
      return;
    }
    void start(file);
  };
  return (
    <OnboardingFrame
      title={t('Import an organization')}
      lead={t('From a zip downloaded under “Export”, on this server or another. You become the owner.')}
    >
      <Card>
        <form noValidate onSubmit={submit} className="grid gap-5 p-5">
          <Field
            label={t('Export (zip)')}
            required
            hint={file === null ? t('Everything is checked first. If anything is wrong, nothing is created.') : undefined}
          >
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".zip,application/zip"
                disabled={sent !== null}
                onChange={choose}
                className="min-h-12 w-full min-w-0 rounded-ctl border-[1.5px] border-edge bg-surface p-2 text-sm file:mr-3 file:min-h-9 file:rounded-ctl file:border-0 file:bg-actsoft file:px-3 file:font-[620] file:text-act"
              />
            )}
          </Field>
          {file !== null && (
            <p className="text-sm text-ink2">
              {t('{size} MB', { size: formatNumber(Math.max(0.1, Math.round((file.size / MB) * 10) / 10)) })}
            </p>
          )}
          {sent !== null && (
            <div className="grid gap-1.5">
              <progress aria-label={t('Sent')} value={sent} className="h-2.5 w-full accent-act" />
              <p role="status" className="text-sm text-ink2">
                {progressText(sent)}
              </p>
            </div>
          )}
          {problem !== undefined && (
            <div role="alert">
              <FieldError>{problem}</FieldError>
            </div>
          )}
          <Button
            type="submit"
            variant="primary"
            icon={UploadIcon}
            disabled={!isOnline}
            busyText={sent !== null && t('Importing...')}
            className="sm:justify-self-start"
          >
            {t('Import')}
          </Button>
          {!isOnline && <p className="text-sm text-ink3">{t('This needs a connection.')}</p>}
        </form>
      </Card>
      <BackLink to={organizations.length === 0 ? '/onboarding/choice' : '/organization/data'}>{t('Back')}</BackLink>
    </OnboardingFrame>
  );
};
