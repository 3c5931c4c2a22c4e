import type { ReactNode } from 'react';
import { Facts, type FactsProps } from '#client/components/facts.tsx';
import { useCan } from '#client/data/organization-context.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { EditIcon } from '#client/ui/icons.tsx';

interface SettingsCardProps {
  readonly title: string;
  readonly facts: FactsProps['facts'];
  /** What its button is called, for those who hear it without the card around it. */
  readonly editLabel: string;
  readonly onEdit: () => void;
  readonly children?: ReactNode;
}

/** A part of the settings: what it is now, and the way to change it. */
export const SettingsCard = ({ title, facts, editLabel, onEdit, children }: SettingsCardProps) => {
  const mayWrite = useCan('money:write');
  const isOffline = useIsOffline();
  return (
    <Card>
      <CardHead title={title}>
        {mayWrite && (
          <Button size="small" icon={EditIcon} disabled={isOffline} aria-label={editLabel} onClick={onEdit}>
            {t('Edit')}
          </Button>
        )}
      </CardHead>
      <Facts facts={facts} />
      {children && <div className="grid justify-items-start gap-3 border-t border-line px-4.5 py-3 text-sm text-ink2">{children}</div>}
    </Card>
  );
};
