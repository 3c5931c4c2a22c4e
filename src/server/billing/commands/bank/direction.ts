import { foldName } from '#shared/lib/fold-name.ts';

/** What banks write beside an amount without a sign: whole cells, folded, parted by `|`. */
const WORDS = {
  in:
    '+|h|haben|gutschrift|gutschriften|eingang|zahlungseingang|geldeingang|einzahlung|einnahme|zugang|' +
    'c|cr|crdt|credit|credits|credited|in|incoming|inflow|income|received|money in|paid in|payment in|deposit|deposits|' +
    'haber|abono|abonos|ingreso|ingresos|entrada|credito|' +
    'encaissement|entree|accredito|avere|bij|bijschrijving|uznanie',
  out:
    '-|–|−|s|soll|lastschrift|belastung|ausgang|zahlungsausgang|geldausgang|auszahlung|abbuchung|ausgabe|abgang|' +
    'd|dr|db|dbit|debit|debits|debited|out|outgoing|outflow|expense|sent|money out|paid out|payment out|withdrawal|withdrawals|' +
    'debe|cargo|cargos|adeudo|gasto|retiro|retirada|salida|egreso|debito|' +
    'decaissement|sortie|addebito|dare|uscita|af|afschrijving|saida|obciazenie',
} as const;

type Direction = keyof typeof WORDS;

const directions = (words: Readonly<Record<Direction, string>>): ReadonlyMap<string, Direction> =>
  new Map([...words.in.split('|').map((word) => [word, 'in'] as const), ...words.out.split('|').map((word) => [word, 'out'] as const)]);
const USUAL = directions(WORDS);
/** Under `Cargo/Abono` they are letters, and C is the other way round. */
const CARGO_ABONO = directions({ in: `${WORDS.in.replace('|c|', '|')}|a`, out: `${WORDS.out}|c` });

/** Whether a cell under this heading says that money came in or went out. Null: nobody knows, so it must not count as a payment. */
export const directionIn = (text: string, heading: string): Direction | null => {
  const words = /\bcargo/.test(foldName(heading)) ? CARGO_ABONO : USUAL;
  return words.get(foldName(text) || text.trim()) ?? null;
};
