import type { Organization } from '#shared/domain/organization.ts';
import { type CalendarDate, localDate } from '#shared/lib/dates.ts';
import { dayIn } from '#shared/lib/time-zone.ts';
import { useOrganization } from '#client/data/organization-context.tsx';

/**
 * The one answer of the screens to what today is: the organization's day, wherever the device is. If the organization has no time zone, or
 * one that this browser does not know, it is the device's day (decision 0034).
 */
export const todayOf = ({ timeZone }: Pick<Organization, 'timeZone'>, moment = new Date()): CalendarDate =>
  // A copy of the organization from before time zones existed has none.
  (timeZone ? dayIn(timeZone, moment) : undefined) ?? localDate(moment);

/** The time zone of this device, by its IANA name. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Today in the selected organization. */
export const useToday = (): CalendarDate => todayOf(useOrganization());
