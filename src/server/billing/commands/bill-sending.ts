import { type BillSending, MOST_RECIPIENTS } from '#shared/billing/schemas/bill-sending.ts';
import type { BillWay } from '#shared/domain/customer-billing.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { paymentTermsOf } from '#server/billing/data/terms-of-payment.ts';
import { findBilledCustomer, type UnbilledCustomer } from '#server/billing/data/unbilled-customers.ts';
import { isSample } from '#server/data/samples.ts';

/** The addresses that the customer's bills go to. */
export const recipientsOf = ({ email, contacts }: Pick<UnbilledCustomer, 'email' | 'contacts'>): string[] => {
  const wanted = [email, ...contacts.filter(({ getsBills }) => getsBills).map((contact) => contact.email ?? null)];
  const known = new Map(wanted.filter((each) => each !== null).map((each) => [each.toLowerCase(), each]));
  return [...known.values()].slice(0, MOST_RECIPIENTS);
};

/** Whether this installation mails bills of the organization. */
export const maySendMail = async (ctx: Context): Promise<boolean> => ctx.mailOrigin !== null && !(await isSample(ctx.db, ctx.orgId));

/** As the customer wishes, else by mail where that is possible. */
export const wayOf = (billWay: BillWay | null, recipients: readonly string[], canMail: boolean): BillSending['way'] =>
  canMail && recipients.length > 0 && billWay !== 'print' ? 'mail' : 'print';

/** How this customer's bills go out. */
export const sendingOf = async (ctx: Context, customerId: number): Promise<BillSending> => {
  const customer = await findBilledCustomer(ctx, customerId);
  if (customer === undefined) {
    throw refusal('not_found', 'notFound', { what: { term: 'Customer' } });
  }
  const recipients = recipientsOf(customer);
  const { hasAnnex } = await paymentTermsOf(ctx, customerId);
  return { way: wayOf(customer.billWay, recipients, await maySendMail(ctx)), recipients, hasAnnex: hasAnnex ?? true };
};
