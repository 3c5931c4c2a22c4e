import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { PrintIcon } from '#client/ui/icons.tsx';

/** What is done with a record that is made: it goes out. */
export const BillingRecordActions = () => (
  <Button icon={PrintIcon} className="print:hidden" onClick={() => window.print()}>
    {t('Print')}
  </Button>
);
