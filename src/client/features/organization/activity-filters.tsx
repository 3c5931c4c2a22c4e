import { compareNames } from '#client/lib/compare-names.ts';
import { capital } from '#shared/capital.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { can } from '#shared/access/capabilities.ts';
import { AUDIT_ACTIONS, AUDITED, type AuditLog, MONEY_AUDITED } from '#shared/domain/audit-log.ts';
import { fullName } from '#shared/domain/names.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { kindWord } from '#client/entities/audit-logs/activity-list.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { type ActivityFilter, employeeQueries } from '#client/data/queries.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Button } from '#client/ui/button.tsx';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { MoreFilters } from '#client/ui/more-filters.tsx';
import { SearchInput } from '#client/ui/search-input.tsx';

const ACTION_WORDS = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  export: 'Exported',
} as const satisfies Record<AuditLog['action'], PlainText>;

const NAMES = { q: 'q', userId: 'who', entityType: 'kind', action: 'what', from: 'from', to: 'to' } as const;

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined => all.find((each) => each === text);
const dayIn = (text: string | null): string | undefined => (text !== null && isCalendarDate(text) ? text : undefined);

/** The filter of the address; unknown values are left out. */
export const filterOf = (search: string): ActivityFilter => {
  const query = new URLSearchParams(search);
  const who = query.get(NAMES.userId);
  return {
    q: query.get(NAMES.q) || undefined,
    userId: who !== null && /^[1-9]\d{0,8}$/.test(who) ? Number(who) : undefined,
    entityType: oneOf(AUDITED, query.get(NAMES.entityType)),
    action: oneOf(AUDIT_ACTIONS, query.get(NAMES.action)),
    from: dayIn(query.get(NAMES.from)),
    to: dayIn(query.get(NAMES.to)),
  };
};

/** The filters in the address, so that going back and sharing a link preserve them. */
export const useActivityFilter = () => {
  const [path, navigate] = useLocation();
  const filter = filterOf(useSearch());
  const show = (values: ActivityFilter): void => {
    const query = new URLSearchParams();
    for (const [name, word] of Object.entries(NAMES)) {
      const value = values[name as keyof typeof NAMES];
      if (value !== undefined && value !== '') {
        query.set(word, String(value));
      }
    }
    navigate(query.size === 0 ? path : `${path}?${query.toString()}`, { replace: true });
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return { filter, isFiltered, set: (values: ActivityFilter) => show({ ...filter, ...values }), clear: () => show({}) };
};

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | number | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly children: ReactNode;
}

const Choice = ({ label, all, value, onChange, children }: ChoiceProps) => (
  <Field label={label}>
    {(control) => (
      <Select {...control} placeholder={all} value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        {children}
      </Select>
    )}
  </Field>
);

type ActivityFilterProps = ReturnType<typeof useActivityFilter>;

const FilterFields = ({ filter, set }: Pick<ActivityFilterProps, 'filter' | 'set'>) => {
  const { id: orgId, role } = useOrganization();
  const kinds = AUDITED.filter((each) => can(role, 'money:read') || !MONEY_AUDITED.includes(each))
    .map((audited) => ({ audited, word: capital(kindWord(audited)) }))
    .toSorted((left, right) => compareNames(left.word, right.word));
  const { data: employees = [] } = useQuery(employeeQueries.list(orgId));
  const day = (name: 'from' | 'to', label: string, error?: string) => (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={filter[name] ?? ''}
          onChange={({ target }) => set({ [name]: target.value || undefined })}
        />
      )}
    </Field>
  );
  const isBackwards = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to;
  return (
    <div className="grid grid-cols-2 gap-2.5 lg:grid-cols-5">
      <Choice
        label={t('Who')}
        all={t('Everyone')}
        value={filter.userId}
        onChange={(id) => set({ userId: id === undefined ? undefined : Number(id) })}
      >
        {employees.map(
          (employee) =>
            employee.userId !== null && (
              <option key={employee.id} value={employee.userId}>
                {fullName(employee)}
              </option>
            ),
        )}
      </Choice>
      <Choice
        label={t('Record type')}
        all={t('All records')}
        value={filter.entityType}
        onChange={(kind) => set({ entityType: oneOf(AUDITED, kind ?? null) })}
      >
        {kinds.map(({ audited, word }) => (
          <option key={audited} value={audited}>
            {word}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('What happened')}
        all={t('Everything')}
        value={filter.action}
        onChange={(what) => set({ action: oneOf(AUDIT_ACTIONS, what ?? null) })}
      >
        {AUDIT_ACTIONS.map((action) => (
          <option key={action} value={action}>
            {t(ACTION_WORDS[action])}
          </option>
        ))}
      </Choice>
      {day('from', t('From'))}
      {day('to', t('To'), isBackwards ? t("Can't be before the first day.") : undefined)}
    </div>
  );
};

/** Who, what kind of record, what happened, and when; collapsed on phones, so that the list comes first. */
export const ActivityFilters = ({ filter, isFiltered, set, clear }: ActivityFilterProps) => {
  const isWide = useIsWide();
  const count = Object.entries(filter).filter(([name, value]) => name !== 'q' && value !== undefined).length;
  const fields = <FilterFields filter={filter} set={set} />;
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap gap-2.5">
        <SearchInput placeholder={t('Search activity...')} value={filter.q ?? ''} onChange={(q) => set({ q })} />
        {isFiltered && (
          <Button variant="ghost" icon={CloseIcon} onClick={clear}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      {isWide ? fields : <MoreFilters count={count}>{fields}</MoreFilters>}
    </div>
  );
};
