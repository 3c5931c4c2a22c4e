import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { User } from '#shared/domain/user.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { readOrganizationsAgain, userQuery } from '#client/data/session.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { MembersIcon } from '#client/ui/icons.tsx';
import { PageNotice } from '#client/ui/page-notice.tsx';

type Added = NonNullable<User['addedTo']>[number];

const Question = ({ added: { id, name } }: { readonly added: Added }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const [busy, setBusy] = useState<'stay' | 'leave' | null>(null);
  const answer = async (how: 'stay' | 'leave') => {
    setBusy(how);
    try {
      await (how === 'stay'
        ? callOnline(routes.account.stay, { body: { id } })
        : callOnline(routes.organizations.leave, { params: { orgId: id } }));
      await client.invalidateQueries(userQuery);
      await readOrganizationsAgain(client);
    } catch (error) {
      notices.failure(how === 'stay' ? t('Failed to save') : t('Failed to leave the organization'), error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <PageNotice
      tone="straw"
      icon={MembersIcon}
      title={t('{organization} added you', { organization: name })}
      text={t("You can work there now. If you don't know them, leave. Your other organizations can't see this.")}
    >
      <span className="flex flex-wrap gap-2.5">
        <Button size="small" busyText={busy === 'stay' && t('Saving...')} onClick={() => void answer('stay')}>
          {t('Stay')}
        </Button>
        <Button size="small" variant="danger" busyText={busy === 'leave' && t('Leaving...')} onClick={() => void answer('leave')}>
          {t('Leave')}
        </Button>
      </span>
    </PageNotice>
  );
};

/** Tells the user which organizations made them a member without their asking, with one press to leave. */
export const AddedUnasked = ({ to }: { readonly to: readonly Added[] }) => to.map((added) => <Question key={added.id} added={added} />);
