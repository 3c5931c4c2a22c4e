import { MOST_STATEMENT_LINES } from '#shared/billing/schemas/bank-statement.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';
import { boundedName, boundedText, centsOf, hashOfAccount, type IdentifiedLine, plainAccount, withFingerprints } from './line-parts.ts';
import type { FingerprintedLine } from './read-bank-file-job.ts';
import { elementsAt, readXml, textAt, type XmlElement } from './read-xml.ts';

/** What a message is called inside `Document`: camt.053 and camt.054, in every version. */
const STATEMENTS: Readonly<Record<string, string>> = { BkToCstmrStmt: 'Stmt', BkToCstmrDbtCdtNtfctn: 'Ntfctn' };

/** What banks write where there is nothing to say. */
const NOTHING = /^(?:NOTPROVIDED|NOT PROVIDED|NONREF|N\/A|-)$/i;

interface CamtLines {
  readonly lines: readonly FingerprintedLine[];
  readonly ignored: number;
  readonly undated: number;
}

/** The day of a `Dt`, or of a moment as the bank wrote it. */
const dayAt = (element: XmlElement, name: string): string | null => {
  const day = textAt(element, `${name}/Dt`, `${name}/DtTm`, name)?.slice(0, 10) ?? '';
  return isCalendarDate(day) ? day : null;
};

const isCredit = (element: XmlElement): boolean => textAt(element, 'CdtDbtInd') === 'CRDT';

/** Only what is booked: what is announced or told of comes again. */
const isBooked = (entry: XmlElement): boolean => ['BOOK', null].includes(textAt(entry, 'Sts/Cd', 'Sts'));

/** XML has two words for it. */
const isReversal = (entry: XmlElement): boolean => /^(?:true|1)$/i.test(textAt(entry, 'RvslInd') ?? '');

const meaningful = (text: string | null): string | null => (text === null || NOTHING.test(text) ? null : text);

interface Amount {
  readonly text: string;
  readonly currency: string;
}

const amountAt = (element: XmlElement, ...paths: readonly string[]): Amount | null => {
  for (const path of paths) {
    const [amount] = elementsAt(element, ...path.split('/'));
    const currency = amount?.attributes['Ccy'];
    if (amount && currency !== undefined && /^[A-Z]{3}$/.test(currency)) {
      return { text: amount.text, currency };
    }
  }
  return null;
};

/** What a payment of an entry, or an entry without details, says of itself. */
const detailOf = (element: XmlElement) => {
  const [reference, ...further] = elementsAt(element, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text.trim());
  const told = [
    ...elementsAt(element, 'RmtInf', 'Ustrd'),
    ...elementsAt(element, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
    ...elementsAt(element, 'RmtInf', 'Strd', 'AddtlRmtInf'),
  ].map(({ text }) => text);
  return {
    isReturn: elementsAt(element, 'RtrInf').length > 0,
    isDebit: textAt(element, 'CdtDbtInd') === 'DBIT',
    amount: amountAt(element, 'Amt', 'AmtDtls/TxAmt/Amt'),
    payerName: boundedName(
      textAt(element, 'RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm', 'RltdPties/UltmtDbtr/Nm', 'RltdPties/UltmtDbtr/Pty/Nm'),
    ),
    payerAccount: plainAccount(textAt(element, 'RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id')),
    text: boundedText([...told, ...further].join(' ')) ?? boundedText(textAt(element, 'AddtlTxInf')),
    reference: boundedName(reference),
    bankReference: boundedName(meaningful(textAt(element, 'Refs/AcctSvcrRef'))),
    endToEnd: boundedName(meaningful(textAt(element, 'Refs/EndToEndId'))),
  };
};
type Detail = ReturnType<typeof detailOf>;

/** The payments of an entry; the entry itself where they do not say what each comes to in its currency. */
const paymentsOf = (amount: Amount, details: readonly Detail[]): readonly Detail[] => {
  const [first] = details;
  if (!first) {
    return [];
  }
  if (details.length === 1) {
    return [{ ...first, amount }];
  }
  if (details.every((detail) => detail.amount?.currency === amount.currency)) {
    return details;
  }
  const text = boundedText(details.map((detail) => detail.text ?? '').join(' '));
  return [{ ...first, amount, text, payerName: null, payerAccount: null, reference: null, bankReference: null, isDebit: false }];
};

/** Reads camt.053 and camt.054 of every version: by the names of elements, whose namespace each version has its own of. */
export const readCamt = (text: string): CamtLines => {
  /** Of each statement: what is alike in two of them is the same payment, what is alike in one is not. */
  const statements: IdentifiedLine[][] = [];
  let ignored = 0;
  let undated = 0;
  let hasStatement = false;
  /** The moment at which the message was made, for statements that name none. */
  let messageDay: string | null = null;
  let details: Detail[] = [];
  /** Of all entries, whatever becomes of them. */
  let payments = 0;

  const addEntry = (entry: XmlElement, statement: XmlElement): void => {
    const amount = amountAt(entry, 'Amt');
    const isPayment = amount !== null && isCredit(entry) && !isReversal(entry) && isBooked(entry);
    const ownDay = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
    const bookedOn = ownDay ?? dayAt(statement, 'CreDtTm') ?? messageDay;
    if (!isPayment || bookedOn === null) {
      ignored += Math.max(1, details.length);
      return;
    }
    const account = plainAccount(textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'));
    const ofEntry = boundedName(meaningful(textAt(entry, 'AcctSvcrRef')));
    const paid = paymentsOf(amount, details.length > 0 ? details : [{ ...detailOf(entry), isDebit: false }]);
    for (const { isReturn, isDebit, amount: own, payerAccount, endToEnd, ...detail } of paid) {
      const { text: said, currency } = own ?? amount;
      const amountCents = isReturn || isDebit ? 0 : centsOf(said, currency);
      if (amountCents === null || amountCents === 0) {
        ignored += 1;
        continue;
      }
      undated += ownDay === null ? 1 : 0;
      const payerAccountHash = hashOfAccount(payerAccount);
      const payerText = detail.text ?? boundedText(textAt(entry, 'AddtlNtryInf'));
      const bankReference = paid.length === 1 ? (ofEntry ?? detail.bankReference) : detail.bankReference;
      const line = { ...detail, account, bookedOn, amountCents, currency, payerAccountHash, text: payerText, bankReference };
      const told =
        bankReference === null ? [ofEntry, endToEnd, payerAccountHash, detail.payerName, payerText, detail.reference] : [bankReference];
      statements.at(-1)?.push({ ...line, identity: [account, bookedOn, amountCents, currency, ...told] });
    }
  };

  readXml(text, {
    begin: (name, within) => {
      const message = within[1]?.name ?? '';
      if (within.length === 0 && name !== 'Document') {
        throw invalid('', 'bankFileForeign', { root: name.slice(0, 60) });
      }
      if (within.length === 1 && !Object.hasOwn(STATEMENTS, name)) {
        throw invalid('', 'bankFileForeign', { root: name.slice(0, 60) });
      }
      if (within.length === 2) {
        statements.push([]);
        hasStatement ||= name === STATEMENTS[message];
      }
      if (within.length === 3 && name === 'Ntry') {
        details = [];
      }
    },
    end: (element, within) => {
      const [, , statement, entry] = within;
      if (within.length === 2 && element.name === 'GrpHdr') {
        messageDay = dayAt(element, 'CreDtTm');
      }
      if (within.length === 3 && element.name === 'Ntry' && statement) {
        addEntry(element, statement);
        return false;
      }
      if (element.name === 'TxDtls' && entry?.name === 'Ntry') {
        payments += 1;
        if (payments > MOST_STATEMENT_LINES) {
          throw invalid('', 'bankFileTooMuch');
        }
        details.push(detailOf(element));
        return false;
      }
      // Of a statement only its head is kept, of a message nothing.
      return within.length > 3 ? true : within.length === 3 && ['Acct', 'CreDtTm', 'GrpHdr', 'MsgId'].includes(element.name);
    },
  });
  if (!hasStatement) {
    throw invalid('', 'bankFileNoStatement');
  }
  return { lines: statements.flatMap(withFingerprints), ignored, undated };
};
