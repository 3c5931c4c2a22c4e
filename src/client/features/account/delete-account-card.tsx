import { useState } from 'react';
import { contract } from '#shared/contract.ts';
import type { Account } from '#shared/domain/account.ts';
import { callOnline } from '#client/api/call.ts';
import { TypedDeletionDialog } from '#client/components/typed-deletion-dialog.tsx';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { leave } from '#client/data/leave.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { DeleteIcon } from '#client/ui/icons.tsx';

interface DialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Says what goes and what stays, and asks for the e-mail, so that nobody deletes their account by a slip. */
const DeleteAccountDialog = ({ email, onClose }: DialogProps) => {
  const { pending } = useSyncState();
  const engine = useEngine();
  return (
    <TypedDeletionDialog
      title={t('Delete your account?')}
      label={t('Your e-mail')}
      autoCapitalize="none"
      word={email}
      isWord={(typed) => typed.trim().toLowerCase() === email.toLowerCase()}
      otherText={t('Type your e-mail just as it is written')}
      deleteText={t('Delete my account')}
      failedText={t('Failed to delete your account')}
      onDelete={(typed) => callOnline(contract.account.remove, { body: { email: typed.trim() } })}
      // As by signing out: what was read goes off the device.
      onDeleted={() => void leave(engine).then(() => window.location.assign('/'))}
      onClose={onClose}
    >
      <p>
        {t(
          'Your name and e-mail, every sign-in, passkey and API key of yours and your access to every organization go at once, for good. What you logged stays with the organizations, with your name in it.',
        )}
      </p>
      {pending > 0 && (
        <p className="font-[620]">
          {plural(
            pending,
            'One change on this device is not sent yet and never would be. Sync first.',
            '{count} changes on this device are not sent yet and never would be. Sync first.',
          )}
        </p>
      )}
    </TypedDeletionDialog>
  );
};

/** The end of one's account, which whoever owns an organization has to hand over first. */
export const DeleteAccountCard = ({ account }: { readonly account: Account }) => {
  const { organizations } = useOrganizations();
  const [isAsking, setAsking] = useState(false);
  const owned = organizations.filter(({ role }) => role === 'owner').map(({ name }) => name);
  return (
    <Card>
      <CardHead title={t('Delete your account')} />
      <div className="grid justify-items-start gap-3 p-4.5">
        <p className="text-ink2">
          {owned.length > 0
            ? t('You own {organizations}. Make somebody else the owner first, or delete the organization.', {
                organizations: owned.join(', '),
              })
            : t('You leave every organization. What you logged stays with them.')}
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
