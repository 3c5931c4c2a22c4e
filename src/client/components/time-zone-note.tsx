import { useState } from 'react';
import { Link } from 'wouter';
import { useOrganizationChange } from '#client/components/use-organization-change.ts';
import { deviceZone } from '#client/data/today.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { HoursIcon } from '#client/ui/icons.tsx';

/**
 * Proposes this device's time zone to an owner or admin of an organization that has none. It asks, because the first person to open the app
 * may be far away, and bills are dated by it (decision 0034). Renders nothing for anybody else, or once a zone is set.
 */
export const TimeZoneNote = ({ isInSettings = false }: { readonly isInSettings?: boolean }) => {
  const organization = useOrganization();
  const { timeZone } = organization;
  const mayWrite = useCan('organization:write');
  const { save, failed } = useOrganizationChange(organization);
  const [isBusy, setBusy] = useState(false);
  // A copy from before time zones existed does not say: undefined is not null.
  if (timeZone !== null || !mayWrite) {
    return null;
  }
  const zone = deviceZone();
  const take = async () => {
    setBusy(true);
    try {
      await save({ timeZone: zone });
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-3">
        <span className="flex min-w-0 flex-[1_1_18rem] items-start gap-2.5">
          <HoursIcon className="mt-0.5 size-5 shrink-0 text-straw-fg" aria-hidden="true" />
          {t('Your organization has no time zone yet. It decides what “today” is and the date on bills. This device is in {zone}.', {
            zone,
          })}
        </span>
        <span className="flex flex-wrap gap-2.5">
          <Button size="small" busyText={isBusy && t('Saving...')} onClick={() => void take()}>
            {t('Use {zone}', { zone })}
          </Button>
          {!isInSettings && (
            <Link href="/organization" className={buttonClass({ variant: 'ghost', size: 'small' })}>
              {t('Another time zone')}
            </Link>
          )}
        </span>
      </div>
    </Card>
  );
};
