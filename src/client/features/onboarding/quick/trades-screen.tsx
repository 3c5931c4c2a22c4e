import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { customDataFieldQueries, equipmentQueries, implementQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { MachinesCard } from '#client/features/onboarding/quick/machines-card.tsx';
import { planTrades } from '#client/features/onboarding/quick/plan-trades.ts';
import { QuickFrame } from '#client/features/onboarding/quick/quick-frame.tsx';
import { ServicesCard } from '#client/features/onboarding/quick/services-card.tsx';
import { isPrice, ServicesEditor } from '#client/features/onboarding/quick/services-editor.tsx';
import {
  machineRows,
  NEW_DRAFT,
  pickedOf,
  type ServiceEdit,
  serviceRows,
  type TradesDraft,
} from '#client/features/onboarding/quick/trade-rows.ts';
import { TradeTiles } from '#client/features/onboarding/quick/trade-tiles.tsx';
import type { TradeId } from '#client/features/onboarding/quick/trades.ts';
import { type Made, useMakeTrades } from '#client/features/onboarding/quick/use-make-trades.ts';
import { useKept } from '#client/features/onboarding/quick/use-kept.ts';
import { quickPath } from '#client/features/onboarding/paths.ts';
import { useSaveStep } from '#client/features/onboarding/use-onboarding.ts';
import { ofOrganization } from '#client/features/onboarding/wizard-frame.tsx';
import { plural, t } from '#client/lib/texts.ts';

/** What the organization has of what is picked; undefined while it is read. */
const useExisting = (orgId: number) => {
  const { data: fields } = useQuery(customDataFieldQueries.list(orgId));
  const { data: services } = useQuery(serviceTypeQueries.list(orgId));
  const { data: equipment } = useQuery(equipmentQueries.list(orgId));
  const { data: carried } = useQuery(implementQueries.list(orgId));
  return fields && services && equipment && carried ? { fields, services, equipment, implements: carried } : undefined;
};

const forwardWords = (services: number, machines: number): string =>
  services > 0
    ? plural(services, 'Add 1 service', 'Add {count} services')
    : machines > 0
      ? plural(machines, 'Add 1 machine', 'Add {count} machines')
      : t('Continue');

const madeWords = ({ services, machines, rates }: Made): string =>
  [
    services > 0 && plural(services, '1 service', '{count} services'),
    machines > 0 && plural(machines, '1 machine', '{count} machines'),
    rates > 0 && plural(rates, '1 price', '{count} prices'),
  ]
    .filter(Boolean)
    .join(', ');

const Trades = ({ organization }: { readonly organization: Organization }) => {
  const { id: orgId, country } = organization;
  const [, navigate] = useLocation();
  const notices = useNotices();
  const saveStep = useSaveStep(organization);
  const make = useMakeTrades(organization);
  const [draft, setDraft] = useKept<TradesDraft>(`headlandTrades:${orgId}`, NEW_DRAFT);
  const [isEditing, setEditing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const existing = useExisting(orgId);
  const rows = serviceRows(draft, organization);
  const machines = machineRows(draft, rows, organization);
  const picked = pickedOf(rows, machines, organization);
  const plan = existing && planTrades(picked, existing);
  const hasOwn = draft.own.length > 0 && !draft.isOwnOff;

  const edit = (key: string, part: ServiceEdit) =>
    setDraft((before) => ({ ...before, edits: { ...before.edits, [key]: { ...before.edits[key], ...part } } }));
  const pick = (trade: TradeId) =>
    setDraft((before) => ({
      ...before,
      trades: before.trades.includes(trade) ? before.trades.filter((each) => each !== trade) : [...before.trades, trade],
    }));
  const addOwn = () => {
    setDraft((before) => ({ ...before, own: [...before.own, `own ${before.own.length}`], isOwnOff: false }));
    setEditing(true);
  };
  const toggleOwn = () => {
    if (draft.own.length === 0) {
      addOwn();
    } else {
      setDraft({ ...draft, isOwnOff: hasOwn });
    }
  };
  const go = async () => {
    if (picked.services.some(({ price }) => !isPrice(price))) {
      setEditing(true);
      notices.problem(t('Must be a price, such as 14.50'));
      return;
    }
    setBusy(true);
    try {
      const made = await make(picked);
      await saveStep('lists');
      const words = madeWords(made);
      if (made.isWaiting) {
        notices.success(t('Saved Offline'), t('Kept on this device; it will sync when online'));
      } else if (words !== '') {
        notices.success(t('Your work is set up'), words);
      }
      navigate(quickPath('lists', orgId));
    } catch (error) {
      notices.failure(t('Failed to set up your work'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <QuickFrame
      step="trades"
      organization={organization}
      title={t('What do you do?')}
      lead={t('Pick all that fit. We add services that ask drivers for the right numbers.')}
      forward={forwardWords(plan?.services.length ?? 0, plan?.machines.length ?? 0)}
      busyText={(isBusy || !plan) && t('Adding...')}
      onForward={() => void go()}
    >
      {/* Beside each other: the machines begin right below the tiles, however long the services are. */}
      <div
        className="grid items-start gap-4 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] md:gap-5"
        style={{ gridTemplateRows: 'auto 1fr' }}
      >
        <TradeTiles country={country} picked={draft.trades} hasOwn={hasOwn} onPick={pick} onOwn={toggleOwn} />
        <div className="min-w-0" style={{ gridRow: 'span 2' }}>
          <ServicesCard
            organization={organization}
            rows={rows}
            existing={existing?.services ?? []}
            isEditing={isEditing && rows.length > 0}
            onEdit={() => setEditing(!isEditing)}
          >
            <ServicesEditor organization={organization} rows={rows} onEdit={edit} onAdd={addOwn} />
          </ServicesCard>
        </div>
        {machines.length > 0 && (
          <MachinesCard
            country={country}
            rows={machines}
            onEdit={(key, part) => setDraft((before) => ({ ...before, machines: { ...before.machines, [key]: part } }))}
          />
        )}
      </div>
    </QuickFrame>
  );
};

/** `/onboarding/trades` (specification 3.34). */
export const TradesScreen = ofOrganization(Trades);
