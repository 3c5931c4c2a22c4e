import { useLocation, useSearch } from 'wouter';
import { isoMoment } from '#shared/lib/dates.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { TabRow } from '#client/components/tab-row.tsx';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { addressOf, queryOf, type ReportView, viewOf } from '#client/features/reports/report-address.ts';
import { ReportControls, spanErrorOf } from '#client/features/reports/report-controls.tsx';
import { saveReport } from '#client/features/reports/report-file.ts';
import { ReportHead } from '#client/features/reports/report-head.tsx';
import { ReportShown } from '#client/features/reports/report-view.tsx';
import { GROUPING_WORDS, GROUPINGS } from '#client/features/reports/report-words.ts';
import { useReport } from '#client/features/reports/use-report.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { CloudOffIcon, PhoneIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

const NoConnection = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Card>
    <Empty title={t('Reports need a connection.')} text={t("They are calculated on the server, from everyone's entries.")}>
      <Button onClick={onRetry}>{t('Try again')}</Button>
    </Empty>
  </Card>
);

/** `/reports` (specification 12.7): what entries add up to, for everybody. Money has a report of its own. */
export const ReportScreen = () => {
  const { id: orgId, seasonStartDate } = useOrganization();
  const units = useUnits();
  const { pending } = useSyncState();
  const [, navigate] = useLocation();
  const view = viewOf(useSearch());
  const today = useToday();
  const spanError = spanErrorOf(view);
  const query = useReport(orgId, queryOf(view, today, seasonStartDate), spanError === undefined);
  const change = (part: Partial<ReportView>) => navigate(addressOf({ ...view, ...part }), { replace: true });
  const { data } = query;
  return (
    <>
      <ReportHead current="/reports" onSave={data && (() => saveReport(data, view.measure, units))} />
      <TabRow
        label={t('Group by')}
        tabs={GROUPINGS.map((by) => ({ id: by, href: addressOf({ ...view, by }), text: t(GROUPING_WORDS[by]) }))}
        current={view.by}
        className="print:hidden"
      />
      <ReportControls view={view} today={today} onChange={change} error={spanError} />
      <div className="mb-4 grid gap-2 empty:hidden print:hidden">
        {data && query.isError && (
          <Note tone="straw" icon={CloudOffIcon}>
            {t('No connection. These numbers are from {moment}.', { moment: formatTimestamp(isoMoment(query.dataUpdatedAt)) })}
          </Note>
        )}
        {pending > 0 && (
          <Note tone="straw" icon={PhoneIcon}>
            {plural(
              pending,
              "{count} change on this device hasn't been sent yet and is not in these numbers.",
              "{count} changes on this device haven't been sent yet and are not in these numbers.",
            )}
          </Note>
        )}
      </div>
      {spanError === undefined &&
        (!data && query.error instanceof TypeError ? (
          <NoConnection onRetry={() => void query.refetch()} />
        ) : (
          <QueryView query={query} loading={t('Loading report...')} loadingRows={8}>
            {(report) => <ReportShown report={report} measure={view.measure} onChoose={(measure) => change({ measure })} />}
          </QueryView>
        ))}
    </>
  );
};
