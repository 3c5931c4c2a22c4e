import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { can } from '#shared/access/capabilities.ts';
import { fullName, initialsOf } from '#shared/domain/names.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { installationQuery } from '#client/data/installation.ts';
import { JoiningBadge } from '#client/entities/members/joining-badge.tsx';
import { LEVEL_NAME } from '#client/entities/members/level-words.ts';
import { useOpenSample } from '#client/entities/samples/use-sample.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ViewIcon } from '#client/ui/icons.tsx';
import { usePeople } from './use-guide.ts';

const MOST_PEOPLE = 4;

const PeopleCard = ({ organization }: { readonly organization: Organization }) => {
  const { others = [], invitations } = usePeople(organization);
  return (
    others.length > 0 && (
      <Card>
        <CardHead title={t('Your people')}>
          <Link href="/employees" className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('Show all {count}', { count: others.length + 1 })}
          </Link>
        </CardHead>
        <ul aria-label={t('Your people')}>
          {others.slice(0, MOST_PEOPLE).map(({ person, joining }) => (
            <li key={person.id} className="flex min-h-14 items-center gap-3 border-line px-4.5 py-2 not-first:border-t">
              <span
                className="grid size-9 shrink-0 place-items-center rounded-full bg-actsoft text-[0.875rem] font-bold text-act"
                aria-hidden="true"
              >
                {initialsOf({ ...person, email: person.email ?? '' })}
              </span>
              <span className="min-w-0 flex-1 leading-[1.35] wrap-anywhere">
                <span className="block font-[620]">{fullName(person)}</span>
                <span className="block text-sm text-ink2">{t(LEVEL_NAME[person.accessLevel])}</span>
              </span>
              <JoiningBadge joining={joining} seesLinks={invitations !== undefined} />
            </li>
          ))}
        </ul>
      </Card>
    )
  );
};

const SampleCard = () => {
  const { open, isBusy } = useOpenSample();
  return (
    <Card className="grid justify-items-start gap-3 p-4.5">
      <h2 className="text-lg/[1.3] font-[680]">{t('Look around first?')}</h2>
      <p className="text-ink2">{t('A sample company with a full season. Nothing you do there touches yours.')}</p>
      <Button size="small" icon={ViewIcon} busyText={isBusy && t('Opening...')} onClick={() => void open()}>
        {t('Open the sample company')}
      </Button>
    </Card>
  );
};

const YourDataLink = () => (
  <Link href="/organization/data" className="inline-flex min-h-11 items-center font-[620]">
    {t('Your Data')}
  </Link>
);

/** The installation's owner learns of its backups, everybody else where their data can be taken from. */
const BackupCard = ({ organization: { id: orgId, role } }: { readonly organization: Organization }) => {
  const { data } = useQuery({ ...installationQuery(orgId), enabled: can(role, 'installation:read') });
  const backups = data?.backups.isScheduled === true ? data.backups : null;
  return (
    <Card className="p-4.5">
      <h2 className="font-[660]">{backups ? t('Daily backup is on') : t('Your data stays yours')}</h2>
      <p className="text-sm/[1.45] text-ink2">
        {backups &&
          (backups.lastAt === null
            ? t('The first one is made within a day.')
            : t('The last one was made {moment}.', { moment: formatTimestamp(backups.lastAt) }))}{' '}
        {t('You can download all of it at any time.')}
      </p>
      <YourDataLink />
    </Card>
  );
};

/** What stands beside the first steps: the people, a company to look around in, and where the data are safe. */
export const GuideSide = ({ organization }: { readonly organization: Organization }) => (
  <>
    <PeopleCard organization={organization} />
    <SampleCard />
    <BackupCard organization={organization} />
  </>
);
