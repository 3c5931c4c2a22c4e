import { type BillingPlan, callOut, each } from '#demo/billing-plan.ts';

const QUARTERS = { rounding: { step: '0.25', direction: 'up', on: 'entry' } } as const;

const HALVORSEN: BillingPlan = {
  organization: {
    address: 'Halvorsen Custom\n4120 County Road 9\nSleepy Eye, MN 56085\nUSA',
    units: 'us',
    currency: 'USD',
    taxName: null,
    taxNumber: '41-2047719',
    taxRate: null,
  },
  rates: [
    { service: 'Mowing', lines: [each('acre', '18.50', { minimumCents: 15_000 })] },
    { service: 'Mowing', name: 'Mowing, agreed price', customer: 0, lines: [each('acre', '16.75')] },
    { service: 'Raking', lines: [each('acre', '9.25')] },
    { service: 'Baling', lines: [callOut('Call-out', '75'), each('bale', '11.85')] },
    {
      service: 'Chopping',
      name: 'Chopping with fuel surcharge',
      lines: [each('billableHour', '445', QUARTERS)],
      fuel: { kind: 'surchargeByPercent', basePrice: '3.50', price: '3.92', step: '0.10', percent: '1' },
    },
    {
      service: 'Chopping',
      name: 'Chopping with fuel surcharge, new price',
      lastDays: 120,
      lines: [each('billableHour', '462.50', QUARTERS)],
      fuel: { kind: 'surchargeByPercent', basePrice: '3.50', price: '4.08', step: '0.10', percent: '1' },
    },
    {
      service: 'Hauling',
      name: 'Hauling by the load',
      lines: [
        callOut('Call-out', '150'),
        each('load', '0', {
          per: 'job',
          prices: [
            { upTo: '20', price: '95' },
            { upTo: '50', price: '88' },
            { upTo: null, price: '82' },
          ],
        }),
      ],
    },
    { service: 'Hauling', name: 'Semi by the hour', machine: 'Semi', lines: [each('hour', '128')] },
    { service: 'Packing', lines: [each('hour', '145')] },
    { service: 'Spraying', lines: [each('acre', '9.75', { minimumCents: 25_000 })] },
    { service: 'Planting', lines: [each('acre', '22.00')] },
    { service: 'Harvesting', lines: [each('acre', '42.00')], fuel: { kind: 'surchargeByVolume', basePrice: '3.50', price: '3.92' } },
    { service: 'Tillage', lines: [each('acre', '24.50')] },
    {
      service: 'Tillage',
      name: 'Tillage with the customer’s fuel',
      customer: 1,
      lines: [each('acre', '17.25')],
      fuel: { kind: 'customer' },
    },
    { service: 'Spreading', lines: [each('ton', '4.35')] },
  ],
  wages: ['24.50', '26', '27.75', '31.50'],
  machines: {
    Tractor: '62',
    Truck: '38.50',
    Semi: '46',
    'Forage harvester': '248',
    Combine: '196',
    Windrower: '84',
    Merger: '31',
    'Round baler': '35',
    'Large square baler': '58',
    'Pack tractor': '88',
    Sprayer: '97.50',
    Planter: '74',
    Disk: '29.25',
    'Spreader truck': '92',
  },
  fuel: '3.74',
  manualLine: { label: 'Net wrap, rolls', quantity: '6', unit: 'rolls', price: '248' },
  discount: 'Returning customer',
  note: 'Thank you for your business.',
};

const TAMMKAMP: BillingPlan = {
  organization: {
    address: 'Lohnunternehmen Tammkamp\nDorfstraße 18\n26689 Apen\nDeutschland',
    units: 'metric',
    currency: 'EUR',
    taxName: 'USt',
    taxNumber: 'DE811569869',
    taxRate: 1900,
  },
  rates: [
    { service: 'Mähen', lines: [each('hectare', '39.50', { minimumCents: 9000 })] },
    { service: 'Schwaden', lines: [each('hectare', '27.00')] },
    {
      service: 'Häckseln',
      lines: [each('hour', '398', QUARTERS)],
      fuel: { kind: 'billed', price: '1.28' },
    },
    {
      service: 'Häckseln',
      name: 'Häckseln, Diesel vom Hof',
      customer: 0,
      lines: [each('hour', '385', QUARTERS)],
      fuel: { kind: 'customer' },
    },
    { service: 'Abfahren', lines: [each('hour', '96')] },
    { service: 'Gülle fahren', lines: [callOut('Anfahrt', '60'), each('load', '78')] },
    { service: 'Pressen', lines: [each('load', '9.80')] },
  ],
  wages: ['21.80', '23.50', '26'],
  machines: {
    Schlepper: '48',
    Häcksler: '215',
    Häckselwagen: '26',
    Güllefass: '38.50',
    Mähwerk: '17',
    Schwader: '14',
    Presse: '32',
  },
  fuel: '1.19',
  manualLine: { label: 'Siliermittel', quantity: '2.5', unit: 'kg', price: '86' },
  discount: 'Stammkunde',
  note: 'Vielen Dank für den Auftrag.',
};

const MESQUITE: BillingPlan = {
  organization: {
    address: 'Mesquite Fork Hay & Spray\n880 FM 219\nHico, TX 76457\nUSA',
    units: 'us',
    currency: 'USD',
    taxName: null,
    taxNumber: null,
    taxRate: null,
  },
  rates: [
    { service: 'Mowing', lines: [each('acre', '19')] },
    { service: 'Raking', lines: [each('acre', '8.50')] },
    { service: 'Baling', lines: [each('bale', '24')] },
    { service: 'Baling', name: 'Small squares', machine: 'Small square baler', lines: [each('bale', '1.65')] },
    { service: 'Hauling', lines: [each('load', '85')] },
    { service: 'Spraying', lines: [each('acre', '10.25', { minimumCents: 18_000 })] },
  ],
  wages: ['19', '21.50'],
  // Nobody has worked out yet what the truck and the balers cost.
  machines: { Tractor: '41', 'Disc mower': '14', Rake: '8', Sprayer: '52' },
  fuel: '3.45',
  manualLine: { label: 'Moved gates', quantity: '1.5', unit: 'hrs', price: '45' },
  discount: 'Neighbor',
  note: 'Pay by check or Zelle.',
};

/** How each organization of the demo bills, by its name. */
export const BILLING_PLANS: Readonly<Record<string, BillingPlan>> = {
  'Halvorsen Custom': HALVORSEN,
  'Lohnunternehmen Tammkamp': TAMMKAMP,
  'Mesquite Fork Hay & Spray': MESQUITE,
};
