import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { mayInvite } from '#client/entities/members/joining.ts';
import { useTeam } from '#client/entities/members/use-team.ts';
import { PrintCodes } from '#client/entities/members/print-codes-later.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { PEOPLE_FILTERS, type PeopleFilter } from '#client/features/employees/people-filter.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { PrintIcon } from '#client/ui/icons.tsx';
import { PickOne } from '#client/ui/pickers.tsx';

/** The words of the filters; only those who may see links can tell who was not invited. */
const wordsFor = (seesLinks: boolean): Record<PeopleFilter, string> => ({
  all: t('All'),
  'not-invited': seesLinks ? t('Not invited') : t('Not joined yet'),
  invited: t('Invited'),
  joined: t('Joined'),
  'no-access': t('No access'),
});

interface FilterProps {
  readonly counts: ReadonlyMap<PeopleFilter, number>;
  readonly filter: PeopleFilter;
  readonly seesLinks: boolean;
  /** Whether it is known who has a link: before, the row only keeps its place. */
  readonly isKnown: boolean;
}

/** How far people have come, as chips with counts; kept in the address. */
export const PeopleFilters = ({ counts, filter, seesLinks, isKnown }: FilterProps) => {
  const [, navigate] = useLocation();
  const words = wordsFor(seesLinks);
  return (
    <div className="mb-3 min-h-11">
      {isKnown && (
        <PickOne
          label={t('Show')}
          choices={PEOPLE_FILTERS.filter((id) => counts.has(id)).map((id) => ({
            id,
            name: `${words[id]} ${formatNumber(counts.get(id) ?? 0)}`,
          }))}
          value={filter}
          onChange={(id) => navigate(id === 'all' ? '/employees' : `/employees?show=${id}`, { replace: true })}
        />
      )}
    </div>
  );
};

interface LeftProps {
  readonly isOffline?: boolean;
  /** The way to the other screen of people. */
  readonly to: string;
  readonly children: ReactNode;
}

/**
 * Who is still to be invited, for those who invite: on paper all at once, and the way to the other screen of people. It is there before the
 * number is, so that the list below stays where it is.
 */
export const StillToInvite = ({ isOffline = false, to, children }: LeftProps) => {
  const organization = useOrganization();
  const team = useTeam(organization);
  // Also those who have a link already: another one replaces it.
  const canPrint = !isOffline && (team?.people.some((person) => mayInvite(organization.role, person)) ?? false);
  const [isPrinting, setPrinting] = useState(false);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="text-ink2 max-md:w-full">
        {team === undefined
          ? '…'
          : team.left.length === 0
            ? t('Everyone is invited.')
            : plural(team.people.length, '{left} of {count} person still to invite.', '{left} of {count} people still to invite.', {
                left: team.left.length,
              })}
      </p>
      <Button size="small" icon={PrintIcon} disabled={!canPrint} onClick={() => setPrinting(true)}>
        {t('Print a code for each')}
      </Button>
      <Link href={to} className="inline-flex min-h-11 items-center font-[560] text-act no-underline hover:underline">
        {children}
      </Link>
      {isPrinting && <PrintCodes organization={organization} onClose={() => setPrinting(false)} />}
    </div>
  );
};
