import type { LanguageId } from '#shared/lib/languages.ts';

const EN = {
  wholeOfEntries: '{quantity} from {count} entries × {price} ({rate}) = {amountCents}',
  whole: '{quantity} × {price} ({rate}) = {amountCents}',
  product: '{quantity} × {price} = {amount}',
  stepFirst: 'Up to {upTo}: {quantity} × {price} = {amount}',
  step: '{from} to {upTo}: {quantity} × {price} = {amount}',
  stepLast: 'Above {from}: {quantity} × {price} = {amount}',
  minimum: 'Minimum charge of {minimumCents} applies ({quantity} × {price} = {reached})',
  minimumOfSteps: 'Minimum charge of {minimumCents} applies ({quantity} would come to {reached})',
  minimumMany: '{count} × minimum charge of {minimumCents} = {amount} ({quantity} would come to {reached})',
  minimumBeside:
    'Minimum charge of {minimumCents} for the job, {besideCents} of it in other lines: leaves {amount} ({quantity} would come to {reached})',
  together: 'Together {amountCents}',
  flatOfJob: 'Flat amount, once for the job',
  flatOfEntries: 'Flat amount for each of {count} entries',
  upOfEntry: '{measured} logged, each entry rounded up to {step}',
  downOfEntry: '{measured} logged, each entry rounded down to {step}',
  nearestOfEntry: '{measured} logged, each entry rounded to the nearest {step}',
  upOfTotal: '{measured} logged, the total rounded up to {step}',
  downOfTotal: '{measured} logged, the total rounded down to {step}',
  nearestOfTotal: '{measured} logged, the total rounded to the nearest {step}',
  parted: 'This machine’s share: {quantity} of {whole}, split by hand',
  fuelAbove: 'Fuel at {fuelPrice}, base price {basePrice}: {price} above it',
  fuelSteps: 'Fuel at {fuelPrice}, base price {basePrice}: {steps} full steps of {stepPrice} above it',
  shareOfWork: '{steps} × {percent}% of {workCents} = {amountCents}',
  percentOff: '{percent}% of {sumCents}',
  amountOff: '{discountCents} off {sumCents}',
  amountShared: '{discountCents} off in all, shared by tax rate: the part for {sumCents}',
  manual: 'Added by hand: {quantity} × {price} = {amountCents}',
  rate: 'Rate: {rate}',
  words: '{words}',
  rateOfAll: 'standard',
  rateOfJob: 'for this job',
  rateOfCustomer: 'for this customer',
  rateOfMachine: 'for this machine',
  rateOfThatMachine: 'for {machine}',
  rateSince: 'from {date} on',
  beatByJob: 'Takes precedence over other rates: agreed for this job',
  beatByCustomer: 'Takes precedence over other rates: agreed for this customer',
  beatByMachine: 'Takes precedence over other rates: set for this machine',
  beatByDate: 'Replaces the earlier rate from that day on',
  beatByAge: 'Replaces an older rate',
  source: 'Counted in: {source}',
};
export type SentenceKey = keyof typeof EN;

/**
 * One sentence: its key and the values of its placeholders. Sentences in a placeholder are joined with commas. The name of a placeholder
 * says what it contains: see `KINDS`. `amount` is the exact amount that the sentence adds to its line, whether or not it is part of the
 * words.
 */
export interface Sentence {
  readonly key: SentenceKey;
  readonly values: Readonly<Record<string, string | number | readonly Sentence[]>>;
}

const DE: Readonly<typeof EN> = {
  wholeOfEntries: '{quantity} aus {count} Einträgen × {price} ({rate}) = {amountCents}',
  whole: '{quantity} × {price} ({rate}) = {amountCents}',
  product: '{quantity} × {price} = {amount}',
  stepFirst: 'Bis {upTo}: {quantity} × {price} = {amount}',
  step: '{from} bis {upTo}: {quantity} × {price} = {amount}',
  stepLast: 'Über {from}: {quantity} × {price} = {amount}',
  minimum: 'Es gilt der Mindestbetrag von {minimumCents} ({quantity} × {price} = {reached})',
  minimumOfSteps: 'Es gilt der Mindestbetrag von {minimumCents} ({quantity} ergäben {reached})',
  minimumMany: '{count} × Mindestbetrag von {minimumCents} = {amount} ({quantity} ergäben {reached})',
  minimumBeside:
    'Mindestbetrag von {minimumCents} für den Auftrag, davon {besideCents} in anderen Positionen: bleiben {amount} ({quantity} ergäben {reached})',
  together: 'Zusammen {amountCents}',
  flatOfJob: 'Pauschale, einmal je Auftrag',
  flatOfEntries: 'Pauschale für jeden von {count} Einträgen',
  upOfEntry: '{measured} erfasst, jeder Eintrag auf {step} aufgerundet',
  downOfEntry: '{measured} erfasst, jeder Eintrag auf {step} abgerundet',
  nearestOfEntry: '{measured} erfasst, jeder Eintrag auf {step} gerundet',
  upOfTotal: '{measured} erfasst, die Summe auf {step} aufgerundet',
  downOfTotal: '{measured} erfasst, die Summe auf {step} abgerundet',
  nearestOfTotal: '{measured} erfasst, die Summe auf {step} gerundet',
  parted: 'Anteil dieser Maschine: {quantity} von {whole}, von Hand aufgeteilt',
  fuelAbove: 'Kraftstoff zu {fuelPrice}, kalkuliert mit {basePrice}: {price} darüber',
  fuelSteps: 'Kraftstoff zu {fuelPrice}, kalkuliert mit {basePrice}: {steps} volle Stufen zu {stepPrice} darüber',
  shareOfWork: '{steps} × {percent} % von {workCents} = {amountCents}',
  percentOff: '{percent} % von {sumCents}',
  amountOff: '{discountCents} Nachlass auf {sumCents}',
  amountShared: '{discountCents} Nachlass, nach Steuersätzen aufgeteilt: der Teil auf {sumCents}',
  manual: 'Von Hand ergänzt: {quantity} × {price} = {amountCents}',
  rate: 'Preis: {rate}',
  words: '{words}',
  rateOfAll: 'Standardpreis',
  rateOfJob: 'für diesen Auftrag',
  rateOfCustomer: 'für diesen Kunden',
  rateOfMachine: 'für diese Maschine',
  rateOfThatMachine: 'für {machine}',
  rateSince: 'ab {date}',
  beatByJob: 'Hat Vorrang vor anderen Preisen: gilt für diesen Auftrag',
  beatByCustomer: 'Hat Vorrang vor anderen Preisen: gilt für diesen Kunden',
  beatByMachine: 'Hat Vorrang vor anderen Preisen: gilt für diese Maschine',
  beatByDate: 'Löst ab diesem Tag den früheren Preis ab',
  beatByAge: 'Ersetzt einen älteren Preis',
  source: 'Gezählt nach: {source}',
};

const ES: Readonly<typeof EN> = {
  wholeOfEntries: '{quantity} de {count} registros × {price} ({rate}) = {amountCents}',
  whole: '{quantity} × {price} ({rate}) = {amountCents}',
  product: '{quantity} × {price} = {amount}',
  stepFirst: 'Hasta {upTo}: {quantity} × {price} = {amount}',
  step: 'De {from} a {upTo}: {quantity} × {price} = {amount}',
  stepLast: 'Más de {from}: {quantity} × {price} = {amount}',
  minimum: 'Se aplica el cargo mínimo de {minimumCents} ({quantity} × {price} = {reached})',
  minimumOfSteps: 'Se aplica el cargo mínimo de {minimumCents} ({quantity} serían {reached})',
  minimumMany: '{count} × cargo mínimo de {minimumCents} = {amount} ({quantity} serían {reached})',
  minimumBeside:
    'Cargo mínimo de {minimumCents} por el trabajo, {besideCents} ya en otras líneas: quedan {amount} ({quantity} serían {reached})',
  together: 'En total {amountCents}',
  flatOfJob: 'Importe fijo, una vez por trabajo',
  flatOfEntries: 'Importe fijo por cada uno de los {count} registros',
  upOfEntry: 'Anotado: {measured}; cada registro se redondea hacia arriba a {step}',
  downOfEntry: 'Anotado: {measured}; cada registro se redondea hacia abajo a {step}',
  nearestOfEntry: 'Anotado: {measured}; cada registro se redondea a {step}',
  upOfTotal: 'Anotado: {measured}; el total se redondea hacia arriba a {step}',
  downOfTotal: 'Anotado: {measured}; el total se redondea hacia abajo a {step}',
  nearestOfTotal: 'Anotado: {measured}; el total se redondea a {step}',
  parted: 'Parte de esta máquina: {quantity} de {whole}, repartido a mano',
  fuelAbove: 'Combustible a {fuelPrice}, precio base {basePrice}: {price} de diferencia',
  fuelSteps: 'Combustible a {fuelPrice}, precio base {basePrice}: {steps} escalones completos de {stepPrice} por encima',
  shareOfWork: '{steps} × {percent} % de {workCents} = {amountCents}',
  percentOff: '{percent} % de {sumCents}',
  amountOff: '{discountCents} de descuento sobre {sumCents}',
  amountShared: '{discountCents} de descuento, repartido por tipos de impuesto: la parte de {sumCents}',
  manual: 'Agregado a mano: {quantity} × {price} = {amountCents}',
  rate: 'Tarifa: {rate}',
  words: '{words}',
  rateOfAll: 'estándar',
  rateOfJob: 'para este trabajo',
  rateOfCustomer: 'para este cliente',
  rateOfMachine: 'para esta máquina',
  rateOfThatMachine: 'para {machine}',
  rateSince: 'desde el {date}',
  beatByJob: 'Tiene prioridad sobre otras tarifas: se acordó para este trabajo',
  beatByCustomer: 'Tiene prioridad sobre otras tarifas: se acordó para este cliente',
  beatByMachine: 'Tiene prioridad sobre otras tarifas: es de esta máquina',
  beatByDate: 'Sustituye desde ese día a la tarifa anterior',
  beatByAge: 'Sustituye a una tarifa más antigua',
  source: 'Se cuenta en: {source}',
};

const WORDS: Readonly<Record<LanguageId, Readonly<typeof EN>>> = { en: EN, de: DE, es: ES };

/** How a writer formats the values of a sentence. */
export interface LineWriter {
  readonly language: LanguageId;
  readonly money: (cents: number) => string;
  /** For one unit, or an amount that is not rounded yet: with all of its decimals. */
  readonly price: (text: string) => string;
  readonly number: (text: string) => string;
  readonly day: (date: string) => string;
  /** A quantity of the line, with its unit. */
  readonly measured: (text: string) => string;
  /** Where a quantity comes from: an entry's own number, or the name of a field. */
  readonly source: (name: string) => string;
}

type Kind = Exclude<keyof LineWriter, 'language'> | 'text';
const KINDS: Readonly<Record<string, Kind>> = {
  price: 'price',
  basePrice: 'price',
  fuelPrice: 'price',
  stepPrice: 'price',
  amount: 'price',
  reached: 'price',
  quantity: 'measured',
  measured: 'measured',
  whole: 'measured',
  date: 'day',
  source: 'source',
  words: 'text',
  machine: 'text',
};

const valueIn = (name: string, value: string | number, writer: LineWriter): string => {
  const kind = KINDS[name] ?? (name.endsWith('Cents') ? 'money' : 'number');
  return kind === 'text' ? String(value) : kind === 'money' ? writer.money(Number(value)) : writer[kind](String(value));
};

/** The sentence in the writer's language: the same words on the screen, on paper and in files. */
export const inWords = ({ key, values }: Sentence, writer: LineWriter): string =>
  WORDS[writer.language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? value.map((each) => inWords(each, writer)).join(', ') : valueIn(name, value, writer);
  });
