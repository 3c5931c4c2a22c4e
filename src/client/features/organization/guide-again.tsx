import { useQuery } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';

/** Brings the list of first steps back onto the overview after somebody closed it. With the first bill it is over, and this is gone. */
export const GuideAgain = () => {
  const { id: orgId, isGuideHidden, isSample } = useOrganization();
  const mayWrite = useCan('organization:write');
  const update = useWriter(orgId, routes.organizations.update, false);
  const notices = useNotices();
  const isClosed = isGuideHidden && !isSample && mayWrite;
  const { data: bills } = useQuery({
    queryKey: [...orgKey(orgId), 'billing', 'first-record'],
    queryFn: ({ signal }) => call(routes.billingRecords.list, { params: { orgId }, query: { limit: '1' } }, signal),
    enabled: isClosed,
    ...ENTRY_LIST,
  });
  if (!isClosed || bills?.length !== 0) {
    return null;
  }
  const show = async () => {
    try {
      await update({ params: { orgId }, body: { isGuideHidden: false } });
      notices.success(t('First steps'), t('They are back on the overview.'));
    } catch (error) {
      notices.failure(t('Could not bring the first steps back'), error);
    }
  };
  return (
    <Card>
      <CardHead title={t('First steps')}>
        <Button size="small" onClick={() => void show()}>
          {t('Show the first steps again')}
        </Button>
      </CardHead>
      <p className="p-4.5 text-ink2">{t('What a new company does until its first bill, with what is done and what is next.')}</p>
    </Card>
  );
};
