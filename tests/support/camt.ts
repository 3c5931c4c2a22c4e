/** A payment as a bank tells of it; what is left out is not in the file. */
export interface CamtPayment {
  readonly amount: string;
  readonly currency?: string;
  readonly payer?: string;
  readonly payerAccount?: string;
  readonly text?: string;
  readonly reference?: string;
  readonly bankReference?: string | undefined;
  readonly endToEnd?: string;
}

export interface CamtEntry extends CamtPayment {
  readonly day?: string | null;
  /** As a moment, in place of a day. */
  readonly moment?: string;
  readonly valueDay?: string;
  readonly isDebit?: boolean;
  readonly isReversal?: boolean;
  readonly status?: string;
  /** Several payments that the bank booked in one. */
  readonly payments?: readonly CamtPayment[];
}

export interface CamtStatement {
  readonly account?: string;
  readonly createdAt?: string;
  readonly entries: readonly CamtEntry[];
}

type Version = 2 | 4 | 8;

const element = (name: string, content: string | undefined, attributes = ''): string =>
  content === undefined || content === '' ? '' : `<${name}${attributes}>${content}</${name}>`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const partyOf = (name: string | undefined, version: Version): string =>
  name === undefined ? '' : version === 8 ? `<Pty><Nm>${escaped(name)}</Nm></Pty>` : `<Nm>${escaped(name)}</Nm>`;

const detailsOf = ({ amount, currency = 'EUR', ...payment }: CamtPayment, version: Version, isDebit: boolean): string => {
  const money = `<Amt Ccy="${currency}">${amount}</Amt>`;
  const reference = element('Strd', element('CdtrRefInf', element('Ref', payment.reference)));
  return element(
    'TxDtls',
    element('Refs', element('AcctSvcrRef', payment.bankReference) + element('EndToEndId', payment.endToEnd)) +
      (version === 2 ? `<AmtDtls><TxAmt>${money}</TxAmt></AmtDtls>` : money) +
      `<CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>` +
      element(
        'RltdPties',
        element('Dbtr', partyOf(payment.payer, version)) + element('DbtrAcct', element('Id', element('IBAN', payment.payerAccount))),
      ) +
      element('RmtInf', element('Ustrd', payment.text === undefined ? undefined : escaped(payment.text)) + reference),
  );
};

const entryOf = (entry: CamtEntry, version: Version): string => {
  const { amount, currency = 'EUR', day = '2026-06-12', moment, valueDay, isDebit = false, isReversal, status = 'BOOK', payments } = entry;
  const booked = moment === undefined ? element('Dt', day ?? undefined) : element('DtTm', moment);
  return element(
    'Ntry',
    `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>` +
      (isReversal === undefined ? '' : `<RvslInd>${isReversal}</RvslInd>`) +
      `<Sts>${version === 8 ? `<Cd>${status}</Cd>` : status}</Sts>` +
      element('BookgDt', booked) +
      element('ValDt', element('Dt', valueDay)) +
      (payments === undefined ? element('AcctSvcrRef', entry.bankReference) : '') +
      element('NtryDtls', (payments ?? [entry]).map((payment) => detailsOf({ currency, ...payment }, version, isDebit)).join('')),
  );
};

/** A file of a bank, as none of them writes it but as all of them may. */
export const camtOf = (
  statements: readonly CamtStatement[],
  { kind = '053', version = 2 }: { readonly kind?: '053' | '054'; readonly version?: Version } = {},
): string => {
  const [message, one] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const body = statements.map(({ account = 'DE02120300000000202051', createdAt = '2026-06-15T06:00:00+02:00', entries }) =>
    element(
      one,
      `<Id>1</Id><CreDtTm>${createdAt}</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id></Acct>` +
        entries.map((entry) => entryOf(entry, version)).join(''),
    ),
  );
  const head = '<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-06-16T06:00:00+02:00</CreDtTm></GrpHdr>';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.0${version}">${element(message, head + body.join(''))}</Document>`;
};
