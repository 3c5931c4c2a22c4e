import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { stepCode } from '#shared/domain/second-step.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { QrCode } from '#client/components/qr-code.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody, FormDialog } from '#client/ui/dialog.tsx';
import { CopyIcon, DownloadIcon } from '#client/ui/icons.tsx';

/** What an app needs to generate codes. */
export interface Setup {
  readonly token: string;
  readonly secret: string;
  readonly address: string;
}

interface SetUpProps {
  readonly setup: Setup;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Transfers the secret to an app, and turns the second step on once the app shows the right code. */
export const SetUpDialog = ({ setup: { token, secret, address }, onDone, onClose }: SetUpProps) => {
  const notices = useNotices();
  const form = useForm({ initial: { code: '' }, schema: z.object({ code: stepCode }) });
  const submit = () =>
    form.submit(
      async ({ code }) => onDone((await callOnline(routes.secondSteps.add, { body: { token, code } })).recoveryCodes),
      (error) => notices.failure(t('The second step was not turned on'), error),
    );
  return (
    <FormDialog
      title={t('Set up an authenticator app')}
      submitLabel={t('Turn on')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-ink2">
        {t(
          'Scan this with an app such as Google Authenticator, Microsoft Authenticator or your password manager, or type the key into it.',
        )}
      </p>
      <div className="mx-auto size-56 overflow-hidden rounded-ctl border border-line">
        <QrCode text={address} label={t('Key as a QR code')} />
      </div>
      <p className="text-center font-mono text-sm wrap-anywhere select-all">{inGroups(secret)}</p>
      <TextField
        form={form}
        name="code"
        label={t('Code')}
        required
        hint={t('The six digits in the app.')}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
};

const fileOf = (codes: readonly string[]): string => `${t('Headland recovery codes')}\n\n${codes.join('\n')}\n`;

const download = (codes: readonly string[]): void => {
  const address = URL.createObjectURL(new Blob([fileOf(codes)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'headland-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
};

/** Shows recovery codes once. */
export const RecoveryCodesDialog = ({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) => {
  const notices = useNotices();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notices.success(t('Copied')),
      () => notices.problem(t('Not copied'), t('Select the codes and copy them by hand.')),
    );
  return (
    <Dialog
      title={t('Your recovery codes')}
      onClose={onClose}
      onSubmit={onClose}
      footer={
        <Button type="submit" variant="primary">
          {t("I've saved them")}
        </Button>
      }
    >
      <DialogBody>
        <p>
          {t('Each one signs you in once if you lose your phone. They are shown only once: keep them somewhere you can reach without it.')}
        </p>
        <ul className="grid gap-x-4 gap-y-1.5 rounded-ctl bg-sunk p-4 font-mono text-sm min-[25rem]:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2.5">
          <Button size="small" icon={CopyIcon} onClick={() => void copy()}>
            {t('Copy')}
          </Button>
          <Button size="small" icon={DownloadIcon} onClick={() => download(codes)}>
            {t('Download')}
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  );
};
