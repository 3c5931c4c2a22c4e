import { TabRow } from '#client/components/tab-row.tsx';
import { useCan } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/card.tsx';
import { DownloadIcon } from '#client/ui/icons.tsx';

interface ReportHeadProps {
  readonly current: '/reports' | '/reports/money' | '/reports/fuel';
  /** Saves what is shown as a file; undefined while nothing is. */
  readonly onSave: (() => void) | undefined;
}

/** The head of every report, with links to the others: the money report only for users who may see it (specification 7.12). */
export const ReportHead = ({ current, onSave }: ReportHeadProps) => {
  const seesMoney = useCan('money:read');
  const kinds = [
    ['/reports', t('Work')],
    ...(seesMoney ? [['/reports/money', t('Revenue and cost')] as const] : []),
    ['/reports/fuel', t('Fuel log')],
  ] as const;
  return (
    <>
      <PageHead title={t('Reports')}>
        <Button icon={DownloadIcon} className="print:hidden" disabled={onSave === undefined} onClick={onSave}>
          {t('Export CSV')}
        </Button>
      </PageHead>
      <TabRow
        label={t('Which report')}
        tabs={kinds.map(([id, text]) => ({ id, href: id, text }))}
        current={current}
        className="print:hidden"
      />
    </>
  );
};
