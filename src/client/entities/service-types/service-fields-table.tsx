import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { FieldName } from '#client/entities/custom-data-fields/data-fields.tsx';
import { type FieldTicks, include, requireField } from './service-form.ts';
import { isToBeMade } from './usual-fields.ts';
import { t } from '#client/lib/texts.ts';
import { Checkbox } from '#client/ui/field.tsx';

interface ServiceFieldsTableProps {
  readonly fields: readonly CustomDataField[];
  readonly ticks: FieldTicks;
  readonly onChange: (ticks: FieldTicks) => void;
}

/** The data fields that a service can offer, each with Include and Required (specification 3.22, 4.24). */
export const ServiceFieldsTable = ({ fields, ticks, onChange }: ServiceFieldsTableProps) => (
  <div className="overflow-hidden rounded-ctl border border-line">
    <table className="w-full table-fixed border-separate border-spacing-0" aria-label={t('Data fields')}>
      <thead>
        <tr className="h-10 bg-sunk text-sm text-ink2">
          <th scope="col" className="pl-3.5 text-left font-semibold">
            {t('Data field')}
          </th>
          <th scope="col" className="w-17.5 font-semibold max-[24rem]:w-15">
            {t('Include')}
          </th>
          <th scope="col" className="w-19.5 pr-1 font-semibold max-[24rem]:w-19">
            {t('Required')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const { id } = field;
          const name = fieldName(field);
          return (
            <tr key={id}>
              <th scope="row" className="h-12 border-t border-line py-1 pl-3.5 text-left font-[560]">
                <FieldName field={field} />
                {isToBeMade(field) && (
                  <span className="block pl-7.5 text-sm font-normal text-ink2 max-[22rem]:pl-0">{t('New, added with the service')}</span>
                )}
              </th>
              <td className="border-t border-line">
                <Checkbox
                  className="justify-center"
                  label={t('Include {name}', { name })}
                  hideLabel
                  checked={ticks.customDataFieldIds.includes(id)}
                  onChange={(event) => onChange(include(ticks, field, event.target.checked))}
                />
              </td>
              <td className="border-t border-line pr-1">
                <Checkbox
                  className="justify-center"
                  label={t('Require {name}', { name })}
                  hideLabel
                  checked={ticks.requiredFieldIds.includes(id)}
                  onChange={(event) => onChange(requireField(ticks, id, event.target.checked))}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
