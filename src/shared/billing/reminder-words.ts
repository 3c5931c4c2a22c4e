import type { LanguageId } from '#shared/lib/languages.ts';

interface ReminderWords {
  /** Of one bill, by level. */
  readonly one: readonly string[];
  /** Of several. */
  readonly several: readonly string[];
}

/** What is filled in, also in an organization's own words. */
export const REMINDER_VALUES = ['numbers', 'amount', 'due', 'total', 'until'] as const;

/** What letters of reminder say where the organization has no words of its own. */
export const REMINDER_WORDS: Readonly<Record<LanguageId, ReminderWords>> = {
  en: {
    one: [
      'Bill {numbers} for {amount} was due on {due}. If your payment is already on its way, thank you.',
      'Bill {numbers} for {amount} was due on {due}, and we have not received your payment yet. Please pay {total} by {until}.',
      'Bill {numbers} for {amount} has been overdue since {due}, and our reminders were not answered. Please pay {total} by {until} at the latest.',
    ],
    several: [
      'These bills were due and are not paid yet: {numbers}. Together they come to {amount}. If your payment is already on its way, thank you.',
      'We have not received your payment of these bills yet: {numbers}. Together they come to {amount}. Please pay {total} by {until}.',
      'These bills are long overdue, and our reminders were not answered: {numbers}. Together they come to {amount}. Please pay {total} by {until} at the latest.',
    ],
  },
  de: {
    one: [
      'die Rechnung {numbers} über {amount} war am {due} fällig. Falls die Zahlung schon unterwegs ist: vielen Dank.',
      'die Rechnung {numbers} über {amount} war am {due} fällig, und die Zahlung ist noch nicht eingegangen. Wir bitten um Zahlung von {total} bis {until}.',
      'die Rechnung {numbers} über {amount} ist seit {due} überfällig, und unsere Mahnungen blieben ohne Antwort. Wir bitten letztmals um Zahlung von {total} bis {until}.',
    ],
    several: [
      'diese Rechnungen waren fällig und sind noch nicht bezahlt: {numbers}. Zusammen sind es {amount}. Falls die Zahlung schon unterwegs ist: vielen Dank.',
      'für diese Rechnungen ist noch keine Zahlung eingegangen: {numbers}. Zusammen sind es {amount}. Wir bitten um Zahlung von {total} bis {until}.',
      'diese Rechnungen sind seit langem überfällig, und unsere Mahnungen blieben ohne Antwort: {numbers}. Zusammen sind es {amount}. Wir bitten letztmals um Zahlung von {total} bis {until}.',
    ],
  },
  es: {
    one: [
      'La factura {numbers} por {amount} venció el {due}. Si el pago ya está en camino, muchas gracias.',
      'La factura {numbers} por {amount} venció el {due} y aún no hemos recibido el pago. Le rogamos que abone {total} a más tardar el {until}.',
      'La factura {numbers} por {amount} está vencida desde el {due} y nuestros recordatorios quedaron sin respuesta. Le rogamos que abone {total} a más tardar el {until}.',
    ],
    several: [
      'Estas facturas ya vencieron y siguen sin pagar: {numbers}. En total son {amount}. Si el pago ya está en camino, muchas gracias.',
      'Aún no hemos recibido el pago de estas facturas: {numbers}. En total son {amount}. Le rogamos que abone {total} a más tardar el {until}.',
      'Estas facturas vencieron hace tiempo y nuestros recordatorios quedaron sin respuesta: {numbers}. En total son {amount}. Le rogamos que abone {total} a más tardar el {until}.',
    ],
  },
};
