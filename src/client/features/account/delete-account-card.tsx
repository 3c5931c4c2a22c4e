import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Account } from '#shared/domain/account.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { TypedDeletionDialog } from '#client/components/typed-deletion-dialog.tsx';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { leave } from '#client/data/leave.ts';
import { listWords } from '#client/lib/lists.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { DeleteIcon } from '#client/ui/icons.tsx';

interface DialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Says what is deleted and what stays, and asks for the e-mail, so that nobody deletes their account by accident. */
const DeleteAccountDialog = ({ email, onClose }: DialogProps) => {
  const { pending } = useSyncState();
  const engine = useEngine();
  return (
    <TypedDeletionDialog
      title={t('Delete your account?')}
      label={t('Your email')}
      autoCapitalize="none"
      word={email}
      isWord={(typed) => typed.trim().toLowerCase() === email.toLowerCase()}
      otherText={t('Type your email exactly as shown')}
      deleteText={t('Delete my account')}
      failedText={t('Failed to delete your account')}
      onDelete={(typed) => callOnline(routes.account.remove, { body: { email: typed.trim() } })}
      // As after signing out: what was read is removed from the device.
      onDeleted={() => void leave(engine).then(() => window.location.assign('/'))}
      onClose={onClose}
    >
      <p>
        {t(
          'Your name and email, all your sign-ins, passkeys and API keys, and your access to every organization are deleted at once and for good. What you logged stays with the organizations, under your name.',
        )}
      </p>
      {pending > 0 && (
        <p className="font-[620]">
          {plural(
            pending,
            "One change on this device hasn't been sent and would be lost. Sync first.",
            "{count} changes on this device haven't been sent and would be lost. Sync first.",
          )}
        </p>
      )}
    </TypedDeletionDialog>
  );
};

/** Deletes the user's account, after they have handed over any organization they own; a sample company goes with it. */
export const DeleteAccountCard = ({ account }: { readonly account: Account }) => {
  const { organizations } = useOrganizations();
  const [isAsking, setAsking] = useState(false);
  const owned = organizations.filter(({ role, isSample }) => role === 'owner' && !isSample).map(({ name }) => name);
  return (
    <Card>
      <CardHead title={t('Delete your account')} />
      <div className="grid justify-items-start gap-3 p-4.5">
        <p className="text-ink2">
          {owned.length > 0
            ? t('You own {organizations}. Make someone else the owner first, or delete the organization.', {
                organizations: listWords(owned),
              })
            : t('You will leave every organization. What you logged stays with them.')}
        </p>
        {owned.length === 0 && (
          <Button size="small" variant="danger" icon={DeleteIcon} onClick={() => setAsking(true)}>
            {t('Delete your account')}
          </Button>
        )}
      </div>
      {isAsking && <DeleteAccountDialog email={account.email} onClose={() => setAsking(false)} />}
    </Card>
  );
};
