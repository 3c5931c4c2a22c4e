import { deviceZone } from '#client/data/today.ts';
import { t } from '#client/lib/texts.ts';
import { Field, Select } from '#client/ui/field.tsx';

/** The browser's own list; an older browser without one offers the known zones. */
const zonesWith = (...known: readonly string[]): string[] => {
  const all = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([...all, ...known, 'UTC'])].filter((zone) => zone !== '').toSorted();
};

const regionOf = (zone: string): string => zone.split('/')[0] ?? zone;

/** What people type to find it: the place, and not the continent. */
const placeOf = (zone: string): string =>
  zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');

interface TimeZoneFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (zone: string) => void;
}

/** The time zone whose day is the organization's, by region and place. */
export const TimeZoneField = ({ value, error, onChange }: TimeZoneFieldProps) => {
  const device = deviceZone();
  const zones = zonesWith(value, device);
  return (
    <Field
      label={t('Time Zone')}
      error={error}
      hint={t('Decides what “today” is for everyone: new entries and bills use this date. This device is in {zone}.', { zone: device })}
    >
      {(control) => (
        <Select {...control} placeholder={t('Not set')} value={value} onChange={(event) => onChange(event.target.value)}>
          {[...new Set(zones.map(regionOf))].map((region) => (
            <optgroup key={region} label={region}>
              {zones
                .filter((zone) => regionOf(zone) === region)
                .map((zone) => (
                  <option key={zone} value={zone}>
                    {placeOf(zone)}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  );
};
