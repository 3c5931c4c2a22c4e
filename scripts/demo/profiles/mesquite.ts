import { acres, fuel, loads } from '#demo/measures.ts';
import type { Profile } from '#demo/profile.ts';
import { wordList } from '#demo/word-list.ts';

const BASE = ['Equipment', 'Operator', 'Hours', 'Billable Hours', 'Fuel', 'Acres', 'Field Name', 'Notes', 'Attachments'];
const REQUIRED = ['Equipment', 'Operator', 'Hours'];

/** A small hay and spraying contractor in Texas. Its season begins with the year. The company, its people and customers are fictitious. */
export const MESQUITE: Profile = {
  name: 'Mesquite Fork Hay & Spray',
  domain: 'mesquitefork.example',
  country: 'US',
  seasonStart: null,
  utcOffset: -6,
  counts: { operators: 5, customers: 12, jobs: 30, openJobs: 5, entries: 300, photos: 8 },
  rainChance: 0.08,
  people: [
    { firstName: 'Rosalinda', lastName: 'Treviñar', level: 'owner', isOperator: false },
    { firstName: 'Clay', lastName: 'Bohuslava', level: 'manager', isOperator: true },
    { firstName: 'Dee', lastName: 'Armontrow', level: 'advanced', isOperator: true },
    { firstName: 'Tuan', lastName: 'Ngocthanh', level: 'basic', isOperator: true },
  ],
  fields: [
    { name: 'Fuel', fieldType: 'number', description: 'Gallons of diesel' },
    { name: 'Billable Hours', fieldType: 'number', description: 'Hours on the invoice' },
    { name: 'Acres', fieldType: 'number', description: 'Acres covered' },
    { name: 'Field Name', fieldType: 'text', description: 'Pasture or field' },
    {
      name: 'Bale Type',
      fieldType: 'select',
      description: 'What the baler makes',
      options: ['Round 5x5', 'Round 4x5', 'Small square'],
      defaultValue: 'Round 5x5',
    },
    { name: 'Bales', fieldType: 'number', description: 'Counted bales' },
    {
      name: 'Product',
      fieldType: 'select',
      description: 'Tank mix',
      options: ['Broadleaf mix', 'Brush mix', 'Liquid fertilizer', 'Burndown'],
    },
    { name: 'Wind mph', fieldType: 'number', description: 'Measured at the start' },
    { name: 'Rain stopped work', fieldType: 'boolean', description: 'Yes, when the day ended early' },
  ],
  services: [
    {
      name: 'Mowing',
      description: 'Disc mowers',
      fields: [...BASE, 'Rain stopped work'],
      required: [...REQUIRED, 'Acres'],
      slots: [['Tractor'], ['Disc mower']],
      hours: [1.5, 7],
      measures: { Fuel: fuel(4, 6.5), Acres: acres(6, 10) },
      notes: ['Fire ant mounds all over the south end.', 'Missed the corner by the stock tank on purpose, too rough.'],
    },
    {
      name: 'Raking',
      description: 'Wheel rakes',
      fields: BASE,
      required: REQUIRED,
      slots: [['Tractor'], ['Rake']],
      hours: [1, 4],
      measures: { Fuel: fuel(2.5, 4), Acres: acres(10, 15) },
      notes: ['Dry enough by ten.'],
    },
    {
      name: 'Baling',
      description: 'Round and small square',
      fields: [...BASE, 'Bale Type', 'Bales', 'Rain stopped work'],
      required: [...REQUIRED, 'Bale Type', 'Bales'],
      slots: [['Tractor'], ['Round baler', 'Small square baler']],
      hours: [1.5, 7],
      measures: { Fuel: fuel(4, 6), Acres: acres(5, 8), Bales: loads(16, 34) },
      notes: ['Belt slipping, shop this week.', 'Customer hauls the bales himself.'],
    },
    {
      name: 'Hauling',
      description: 'Bales to the barn or the buyer',
      fields: ['Equipment', 'Operator', 'Hours', 'Billable Hours', 'Fuel', 'Loads', 'Notes', 'Attachments'],
      required: [...REQUIRED, 'Loads'],
      slots: [['Truck']],
      allowMultipleOperators: true,
      hours: [1, 6],
      measures: { Fuel: fuel(3, 5), Loads: loads(0.5, 1.2) },
      notes: ['Cattle guard on the south road is broken.'],
    },
    {
      name: 'Spraying',
      description: 'Pasture weeds, brush and liquid fertilizer',
      fields: [...BASE, 'Product', 'Wind mph'],
      required: [...REQUIRED, 'Acres', 'Product', 'Wind mph'],
      slots: [['Sprayer']],
      hours: [1, 5],
      measures: { Fuel: fuel(3.5, 6), Acres: acres(22, 40), 'Wind mph': { from: 1, to: 10, step: 1 } },
      notes: ['Kept 100 ft from the neighbor’s pecans.', 'Refilled at the creek tank.'],
    },
  ],
  machines: [
    { kind: 'Tractor', count: 5, unit: 'T', sizes: ['95 hp', '130 hp', '155 hp'] },
    { kind: 'Disc mower', count: 2, unit: 'DM', sizes: ['10 ft'] },
    { kind: 'Rake', count: 2, unit: 'R', sizes: ['12 wheel'] },
    { kind: 'Round baler', count: 2, unit: 'RB', sizes: ['5x5', '4x5'] },
    { kind: 'Small square baler', count: 1, unit: 'SB' },
    { kind: 'Truck', count: 3, unit: 'TK', sizes: ['30 ft gooseneck'] },
    { kind: 'Sprayer', count: 2, unit: 'SP', sizes: ['60 ft', '80 ft'] },
  ],
  jobs: [
    {
      weight: 6,
      months: '000378887630',
      names: ['{field} coastal, {nth}', '{field} hay, {nth}', '{field} sorghum hay'],
      days: [2, 6],
      perDay: 3,
      work: [
        { service: 'Mowing', share: 26, from: 0, to: 0.5 },
        { service: 'Raking', share: 22, from: 0.3, to: 0.8 },
        { service: 'Baling', share: 36, from: 0.4, to: 1 },
        { service: 'Hauling', share: 16, from: 0.6, to: 1 },
      ],
    },
    {
      weight: 5,
      months: '248975433321',
      names: ['{field} weeds', '{field} brush', '{field} fertilizer', 'Spray {field}'],
      days: [1, 4],
      perDay: 2,
      work: [{ service: 'Spraying', share: 1, from: 0, to: 1 }],
    },
    {
      weight: 2,
      months: '776421001246',
      names: ['Winter hay from {field}', '{field} bales to the sale barn'],
      days: [1, 5],
      perDay: 2,
      work: [{ service: 'Hauling', share: 1, from: 0, to: 1 }],
    },
  ],
  words: {
    firstNames: wordList(
      'Amparo | Beau | Consuelo | Dwight | Eulalia | Farrah | Guillermo | Hollis | Jovita | Kwame | Lupe | Marvin | Nhung | Orville | Petra',
    ),
    surnames: wordList(
      'Alvarengo | Brzezinka | Cavazola | Dellinghart | Elizondal | Foytikova | Guajardal | Hruskovy | Kittredgen | Longoriaz | Mutschlerin | Okafora',
    ),
    businesses: wordList(
      '{surname} Ranch | Rancho {place} | {place} Cattle Co. | {surname} Hay Barn | {place} Land & Livestock | {surname} Brothers',
    ),
    places: wordList('Arroyo Largo | Caliche Hill | Dos Nopales | Huisache | Lone Pecan | Mustang Draw | Rattlesnake Flat | Turkey Roost'),
    addresses: wordList('#### {road}, {town} | ### {road}, {town}'),
    roads: wordList('County Road ### | FM ##9# | Old Gin Road | Ranch Road 1### | Windmill Lane | Cotton Yard Road'),
    towns: wordList('Bluestem Wells, TX | Pecanview, TX | San Lázaro Springs, TX | Tecole, TX'),
    postalCode: '76###',
    phones: wordList('(254) 555-01## | (325) 555-01## | (830) 555-01##'),
    fields: wordList(`
      Stock Tank Pasture | Creek Pasture | Front Sixty | Horse Trap | Pecan Bottom | Caliche Flat | Bull Pasture | Old Cotton Field
      Highway Forty | Windmill Pasture | Sandy Hundred | Cemetery Field
    `),
    nth: wordList(
      'winter | winter | 1st cutting | 1st cutting | 1st cutting | 2nd cutting | 2nd cutting | 3rd cutting | 3rd cutting | 4th cutting | last cutting | winter',
    ),
    notes: wordList(`
      Shear pin, 20 minutes.
      Gate was locked, waited half an hour for the key.
      Rattlesnake in the windrow, be careful.
      Heat: long break from one to three.
      Left the rake in the field for tomorrow.
      Grease line broke, fixed on site.
    `),
    rainNotes: wordList(`
      Thunderstorm at four, went home.
      Wet again, back on Monday.
    `),
  },
};
