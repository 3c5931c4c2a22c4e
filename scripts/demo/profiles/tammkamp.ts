import { acres, fuel, loads } from '#demo/measures.ts';
import type { Profile } from '#demo/profile.ts';
import { wordList } from '#demo/word-list.ts';

const BASE = ['Equipment', 'Operator', 'Hours', 'Billable Hours', 'Fuel', 'Field Name', 'Notes', 'Attachments', 'Rain stopped work'];
const REQUIRED = ['Equipment', 'Operator', 'Hours'];

/** A small German contractor: its own words, the field names in English. Metric: litres and hectares. Company and people are fictitious. */
export const TAMMKAMP: Profile = {
  name: 'Lohnunternehmen Tammkamp',
  domain: 'tammkamp.example',
  country: 'DE',
  // The farming year of northern Germany.
  seasonStart: '07-01',
  utcOffset: 1,
  counts: { operators: 6, customers: 12, jobs: 30, openJobs: 5, entries: 300, photos: 8 },
  rainChance: 0.22,
  people: [
    { firstName: 'Jürgen', lastName: 'Tammkamp', level: 'owner', isOperator: true },
    { firstName: 'Wiebke', lastName: 'Östermoor', level: 'manager', isOperator: false },
    { firstName: 'Mirko', lastName: 'Drewelow', level: 'basic', isOperator: true },
  ],
  fields: [
    { name: 'Fuel', fieldType: 'number', description: 'Diesel in litres' },
    { name: 'Billable Hours', fieldType: 'number', description: 'Stunden laut Rechnung' },
    { name: 'Hectares', fieldType: 'number', description: 'Fläche laut Terminal' },
    { name: 'Field Name', fieldType: 'text', description: 'Name des Schlags' },
    { name: 'Bale Type', fieldType: 'select', description: 'Art der Ballen', options: ['Round, wrapped', 'Round, net', 'Large square'] },
    { name: 'Cubic Metres', fieldType: 'number', description: 'Gülle laut Durchflussmesser' },
    { name: 'Rain stopped work', fieldType: 'boolean', description: 'Abbruch wegen Regen' },
  ],
  services: [
    {
      name: 'Mähen',
      description: 'Schmetterling, 9 m',
      fields: [...BASE, 'Hectares'],
      required: [...REQUIRED, 'Hectares'],
      slots: [['Schlepper'], ['Mähwerk']],
      hours: [1.5, 6],
      measures: { Fuel: fuel(22, 32), Hectares: acres(5, 9) },
      notes: ['Rehkitze vorher mit der Drohne gesucht, keine gefunden.', 'Grüppen sind noch weich.'],
    },
    {
      name: 'Schwaden',
      description: 'Vierkreisel, 12,5 m',
      fields: [...BASE, 'Hectares'],
      required: REQUIRED,
      slots: [['Schlepper'], ['Schwader']],
      hours: [1, 5],
      measures: { Fuel: fuel(14, 20), Hectares: acres(6, 11) },
      notes: ['Zinken verloren, ersetzt.'],
    },
    {
      name: 'Häckseln',
      description: 'Gras, Ganzpflanzen und Mais',
      fields: [...BASE, 'Hectares', 'Loads'],
      required: [...REQUIRED, 'Loads'],
      slots: [['Häcksler']],
      hours: [2, 8],
      measures: { Fuel: fuel(75, 110), Hectares: acres(2.5, 5), Loads: loads(3, 6) },
      notes: ['Messer geschliffen.', 'Metalldetektor: alter Zaundraht.', 'Häcksellänge 6 mm wie gewünscht.'],
    },
    {
      name: 'Abfahren',
      description: 'Häckselwagen und Muldenkipper',
      fields: [...BASE, 'Loads'],
      required: [...REQUIRED, 'Loads'],
      slots: [['Schlepper'], ['Häckselwagen']],
      allowMultipleOperators: true,
      hours: [2, 8],
      measures: { Fuel: fuel(11, 17), Loads: loads(1, 2.5) },
      notes: ['Umleitung über die Schleuse, 6 km länger.'],
    },
    {
      name: 'Gülle fahren',
      description: 'Bodennah mit Schleppschuh, 15 m',
      fields: [...BASE, 'Hectares', 'Loads', 'Cubic Metres'],
      required: [...REQUIRED, 'Loads'],
      slots: [['Schlepper'], ['Güllefass']],
      hours: [2, 8],
      measures: {
        Fuel: fuel(20, 28),
        Hectares: acres(1.5, 3),
        Loads: loads(1.5, 3),
        'Cubic Metres': { from: 28, to: 55, step: 1, perHour: true },
      },
      notes: ['Behälter 2 ist jetzt leer.', 'Abstand zum Graben eingehalten.'],
    },
    {
      name: 'Pressen',
      description: 'Rund- und Quaderballen',
      fields: [...BASE, 'Bale Type', 'Loads'],
      required: [...REQUIRED, 'Bale Type'],
      slots: [['Schlepper'], ['Presse']],
      hours: [1.5, 6],
      measures: { Fuel: fuel(18, 26), Loads: loads(20, 38) },
      notes: ['Netzrolle gewechselt.', 'Ballen am Feldrand gestapelt.'],
    },
  ],
  machines: [
    { kind: 'Schlepper', count: 6, unit: 'S', sizes: ['180 PS', '240 PS', '300 PS'] },
    { kind: 'Häcksler', count: 2, unit: 'H', sizes: ['610 PS', '780 PS'] },
    { kind: 'Häckselwagen', count: 4, unit: 'HW', sizes: ['48 m³'] },
    { kind: 'Güllefass', count: 2, unit: 'G', sizes: ['18 m³', '24 m³'] },
    { kind: 'Mähwerk', count: 1, unit: 'M', sizes: ['9 m'] },
    { kind: 'Schwader', count: 1, unit: 'SW', sizes: ['12,5 m'] },
    { kind: 'Presse', count: 2, unit: 'P', sizes: ['rund', 'quader'] },
  ],
  jobs: [
    {
      weight: 5,
      months: '000047666300',
      names: ['{field}, Grassilage {nth}', '{field}, Anwelksilage {nth}'],
      days: [2, 5],
      perDay: 3,
      work: [
        { service: 'Mähen', share: 20, from: 0, to: 0.5 },
        { service: 'Schwaden', share: 20, from: 0.3, to: 0.8 },
        { service: 'Häckseln', share: 25, from: 0.5, to: 1 },
        { service: 'Abfahren', share: 35, from: 0.5, to: 1 },
      ],
    },
    {
      weight: 3,
      months: '000000006920',
      names: ['{field}, Silomais', 'Mais {field}', '{field}, Körnermais-Stroh'],
      days: [2, 6],
      perDay: 4,
      work: [
        { service: 'Häckseln', share: 35, from: 0, to: 1 },
        { service: 'Abfahren', share: 65, from: 0, to: 1 },
      ],
    },
    {
      weight: 3,
      months: '059842243200',
      names: ['{field}, Gülle', 'Gülle {field}', '{field}, Gärreste'],
      days: [1, 5],
      perDay: 2,
      work: [{ service: 'Gülle fahren', share: 1, from: 0, to: 1 }],
    },
    {
      weight: 2,
      months: '000012695100',
      names: ['{field}, Stroh', '{field}, Heu {nth}'],
      days: [1, 4],
      perDay: 2,
      work: [{ service: 'Pressen', share: 1, from: 0, to: 1 }],
    },
    {
      weight: 1,
      months: '642000000256',
      names: ['Ballen fahren, {field}', 'Silage umlagern, {field}'],
      days: [1, 4],
      perDay: 2,
      work: [{ service: 'Abfahren', share: 1, from: 0, to: 1 }],
    },
  ],
  words: {
    firstNames: wordList(
      'Antje | Bartosz | Cem | Dörte | Eike | Fatma | Gesa | Heiko | Ilka | Jannes | Kemal | Levke | Momme | Nele | Onno | Radu | Swantje',
    ),
    surnames: wordList(
      'Aydemirci | Boysenkamp | Clausenius | Dierkshof | Eggersmoor | Feddersholt | Große-Lüttwitz | Harmsdiek | Ihnkenrode | Jaworczyk | Köhnbeck',
    ),
    businesses: wordList(
      'Hof {surname} | {surname} Milch GbR | {surname} Agrar | Gut {place} | Biohof {place} | Biogas {place} | {surname} & Söhne',
    ),
    places: wordList('Achterdiek | Birkenkate | Eschenhörn | Grönwohld-Süd | Kuhlenbrook | Möwenkoog | Schwanenkamp'),
    addresses: wordList('{road} #, {town} | {road} ##, {town} | {road} #a, {town}'),
    roads: wordList('Achter de Diek | Am Spritzenhaus | Dorfstraße | Fährweg | Meiereiweg | Osterende | Zur Schleuse'),
    towns: wordList('Bredenhusum | Klixmoor | Neu Wietjen | Süderlohe'),
    postalCode: '266##',
    phones: wordList('+49 40 66969 ###'),
    fields: wordList(`
      Hinterm Deich | Große Koppel | Moorwiese | Am Bahndamm | Hauskoppel | Achtern Busch | Windmühlenkamp | Lange Reihe
      Pastorenland | Süderfenne | Norderfenne | Alte Ziegelei | Kreuzweg | Torfstich
    `),
    nth: wordList(
      'Pflegeschnitt | Pflegeschnitt | Pflegeschnitt | 1. Schnitt | 1. Schnitt | 2. Schnitt | 3. Schnitt | 3. Schnitt | 4. Schnitt | 5. Schnitt | 5. Schnitt | Pflegeschnitt',
    ),
    notes: wordList(`
      Alles fertig, Maschine steht am Hof.
      Hydraulikschlauch geplatzt, 45 Minuten Pause.
      Eingesunken an der Dränage, mit dem zweiten Schlepper herausgezogen.
      Kunde wünscht nächstes Jahr wieder denselben Fahrer.
      Tor an der Nordseite klemmt.
      Auf der Wache Bescheid gesagt: Straße verschmutzt, danach gekehrt.
    `),
    rainNotes: wordList(`
      Ab 15 Uhr Regen, abgebrochen.
      Gewitter, Rest morgen.
    `),
  },
};
