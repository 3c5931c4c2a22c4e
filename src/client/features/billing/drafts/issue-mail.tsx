import { useState } from 'react';
import type { IssueMailInput } from '#shared/billing/schemas/bill-sending.ts';
import { MAX_TEXT } from '#shared/domain/fields.ts';
import type { MailChoice } from '#client/entities/billing-records/issue-state.ts';
import { useSendsMail } from '#client/entities/accounts/account.ts';
import { addressesIn, recipientProblem, RecipientsField, useBillSending } from '#client/features/billing/bills/mail-fields.tsx';
import { t } from '#client/lib/texts.ts';
import { Checkbox, Field, Textarea } from '#client/ui/field.tsx';

/** What the call to issue a bill says of its mails; undefined: there are none. */
export const mailOf = ({ isOn, to, message, annex }: MailChoice): IssueMailInput | undefined =>
  isOn ? { recipients: addressesIn(to), message: message.trim() === '' ? null : message, annex } : undefined;

interface IssueMail {
  readonly choice: MailChoice;
  readonly change: (part: Partial<MailChoice>) => void;
  /** Whether it can be offered. */
  readonly isOffered: boolean;
  /** Whether it is known how the customer gets their bills. */
  readonly isKnown: boolean;
  /** Why it cannot be mailed like this; undefined: nothing. */
  readonly problem: string | undefined;
}

/** Whether and where a bill is mailed as it is issued: as the customer wishes, until somebody says otherwise. */
export const useIssueMail = (customerId: number | undefined, hasAmount: boolean, before: MailChoice | undefined): IssueMail => {
  const isOffered = useSendsMail() === true;
  const { sending, isUnknown } = useBillSending(isOffered ? customerId : undefined);
  const [changed, setChanged] = useState<Partial<MailChoice>>(before ?? {});
  const usual = {
    isOn: hasAmount && sending?.way === 'mail',
    to: sending?.recipients.join(', ') ?? '',
    annex: sending?.hasAnnex ?? true,
    message: '',
  };
  const choice = isOffered ? { ...usual, ...changed } : { ...usual, isOn: false };
  return {
    choice,
    change: (part) => setChanged((earlier) => ({ ...earlier, ...part })),
    isOffered,
    isKnown: !isOffered || customerId === undefined || sending !== undefined || isUnknown,
    problem: choice.isOn ? recipientProblem(choice.to) : undefined,
  };
};

interface IssueMailFieldsProps {
  readonly mail: IssueMail;
  readonly isTried: boolean;
}

/** Offers to mail the bill in the same step. */
export const IssueMailFields = ({ mail, isTried }: IssueMailFieldsProps) => {
  const { choice, change, isOffered, isKnown, problem } = mail;
  if (!isOffered || !isKnown) {
    return null;
  }
  return (
    <div className="grid gap-3">
      <Checkbox
        label={t('Send it by email right away')}
        checked={choice.isOn}
        onChange={({ target }) => change({ isOn: target.checked })}
      />
      {choice.isOn && (
        <>
          <RecipientsField value={choice.to} error={isTried ? problem : undefined} onChange={(to) => change({ to })} />
          <Field label={t('Message')} hint={t('Leave empty for the standard message.')}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={MAX_TEXT}
                value={choice.message}
                onChange={({ target }) => change({ message: target.value })}
              />
            )}
          </Field>
          <Checkbox label={t('Attach the work log')} checked={choice.annex} onChange={({ target }) => change({ annex: target.checked })} />
        </>
      )}
    </div>
  );
};
