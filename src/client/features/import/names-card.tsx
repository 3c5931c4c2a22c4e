import { useQuery } from '@tanstack/react-query';
import type { ImportPatch, ImportRecord, NamedKind, UnknownName } from '#shared/domain/import.ts';
import { fullName } from '#shared/domain/names.ts';
import {
  customDataFieldQueries,
  customerQueries,
  employeeQueries,
  equipmentQueries,
  implementQueries,
  serviceTypeQueries,
} from '#client/data/queries.ts';
import { NAMED_WORDS } from '#client/features/import/import-words.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Select } from '#client/ui/field.tsx';

type Known = Readonly<Record<NamedKind, readonly { readonly id: number; readonly name: string }[]>>;

/** What a name may stand for. */
const useKnown = (orgId: number): Known => {
  const { data: customers = [] } = useQuery(customerQueries.list(orgId));
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const { data: equipment = [] } = useQuery(equipmentQueries.list(orgId));
  const { data: implementsHere = [] } = useQuery(implementQueries.list(orgId));
  const { data: employees = [] } = useQuery(employeeQueries.list(orgId));
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  return {
    customer: customers.map(({ id, businessName }) => ({ id, name: businessName })),
    serviceType: services,
    equipment,
    implement: implementsHere,
    employee: employees.map((employee) => ({ id: employee.id, name: fullName(employee) })),
    customDataField: fields,
  };
};

const MAKE = 'make';

interface NameRowProps {
  readonly name: UnknownName;
  readonly chosen: number | true | undefined;
  readonly known: Known[NamedKind];
  readonly disabled: boolean;
  readonly onChoose: (choice: number | true | undefined) => void;
}

const NameRow = ({ name: { name, kind, rows }, chosen, known, disabled, onChoose }: NameRowProps) => (
  <li className="grid items-center gap-x-4 gap-y-2 border-b border-line px-(--gap) py-2.5 last:border-b-0 sm:grid-cols-[1fr_16rem]">
    <span className="min-w-0 wrap-anywhere">
      <span className="font-[640]">{name}</span>{' '}
      <span className="text-sm text-ink2">
        {t(NAMED_WORDS[kind])}, {plural(rows, '1 row', '{count} rows')}
      </span>
    </span>
    <Select
      aria-label={t('{name} is', { name })}
      className="min-h-11! py-0! text-sm"
      value={chosen === true ? MAKE : (chosen ?? '')}
      placeholder={t('Not decided')}
      disabled={disabled}
      onChange={({ target: { value } }) => onChoose(value === '' ? undefined : value === MAKE ? true : Number(value))}
    >
      <option value={MAKE}>{t('Add it')}</option>
      {known.map((record) => (
        <option key={record.id} value={record.id}>
          {t('Is {name}', { name: record.name })}
        </option>
      ))}
    </Select>
  </li>
);

const SHOWN = 8;

interface NamesCardProps {
  readonly orgId: number;
  readonly record: ImportRecord;
  readonly isBusy: boolean;
  readonly onChange: (patch: ImportPatch) => void;
}

/** Names that rows use and nobody has, each once: to be added, or to be taken for something that is there. */
export const NamesCard = ({ orgId, record, isBusy, onChange }: NamesCardProps) => {
  const { unknownNames, options } = record;
  const known = useKnown(orgId);
  const undecided = unknownNames.filter(({ key }) => options.names[key] === undefined);
  const choose = (key: string, choice: number | true | undefined) => {
    const { [key]: _before, ...others } = options.names;
    onChange({ names: choice === undefined ? others : { ...others, [key]: choice } });
  };
  if (unknownNames.length === 0) {
    return null;
  }
  return (
    <Card>
      <CardHead title={plural(undecided.length, '1 name is not in Headland yet', '{count} names are not in Headland yet')}>
        {undecided.length > 0 && (
          <Button
            size="small"
            variant="primary"
            busyText={isBusy && t('Reading...')}
            onClick={() => onChange({ names: { ...options.names, ...Object.fromEntries(undecided.map(({ key }) => [key, true])) } })}
          >
            {t('Add them all')}
          </Button>
        )}
      </CardHead>
      <ul className="max-h-96 overflow-auto">
        {[...undecided, ...unknownNames.filter((each) => !undecided.includes(each))]
          .slice(0, Math.max(SHOWN, undecided.length))
          .map((name) => (
            <NameRow
              key={name.key}
              name={name}
              chosen={options.names[name.key]}
              known={known[name.kind]}
              disabled={isBusy}
              onChoose={(choice) => choose(name.key, choice)}
            />
          ))}
      </ul>
    </Card>
  );
};
