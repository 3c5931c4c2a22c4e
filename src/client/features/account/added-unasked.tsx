import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contract } from '#shared/contract.ts';
import type { User } from '#shared/domain/user.ts';
import { callOnline } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { readOrganizationsAgain, userQuery } from '#client/data/session.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { MembersIcon } from '#client/ui/icons.tsx';

type Added = NonNullable<User['addedTo']>[number];

const Question = ({ added: { id, name } }: { readonly added: Added }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const [busy, setBusy] = useState<'stay' | 'leave' | null>(null);
  const answer = async (how: 'stay' | 'leave') => {
    setBusy(how);
    try {
      await (how === 'stay'
        ? callOnline(contract.account.stay, { body: { id } })
        : callOnline(contract.organizations.leave, { params: { orgId: id } }));
      await client.invalidateQueries(userQuery);
      await readOrganizationsAgain(client);
    } catch (error) {
      notices.failure(how === 'stay' ? t('Failed to save') : t('Failed to leave the organization'), error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border-[1.5px] border-straw bg-straw-bg p-3.5 text-straw-fg"
    >
      <MembersIcon className="size-6 shrink-0 self-start" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48">
        <b className="block leading-[1.35] font-[680] wrap-anywhere">{t('{organization} added you', { organization: name })}</b>
        <p className="text-sm/[1.4]">
          {t('You can work there now. If you do not know them, leave. Your other organizations do not see this.')}
        </p>
      </div>
      <span className="flex flex-wrap gap-2.5">
        <Button size="small" busyText={busy === 'stay' && t('Saving...')} onClick={() => void answer('stay')}>
          {t('Stay')}
        </Button>
        <Button size="small" variant="danger" busyText={busy === 'leave' && t('Leaving...')} onClick={() => void answer('leave')}>
          {t('Leave')}
        </Button>
      </span>
    </div>
  );
};

/** Tells somebody which organizations made them a member without their asking, with one press to leave. */
export const AddedUnasked = ({ to }: { readonly to: readonly Added[] }) => to.map((added) => <Question key={added.id} added={added} />);
