export const landingTexts = {
  'Every hour, load and gallon, written down where the work is done.':
    'Jede Stunde, jede Fuhre, jeder Liter: aufgeschrieben, wo gearbeitet wird.',
  'Track equipment usage and fuel consumption': 'Maschineneinsatz und Kraftstoffverbrauch erfassen',
  'Manage customer jobs and billable hours': 'Kundenaufträge und abrechenbare Stunden verwalten',
  'Work offline in the field, with automatic syncing': 'Offline auf dem Feld arbeiten, mit automatischem Abgleich',
  'Generate billing records': 'Abrechnungen erstellen',
  'Use it on mobile, tablet and desktop': 'Nutzbar auf Handy, Tablet und Computer',
  'What a contractor says': 'Was ein Lohnunternehmer sagt',
  'We used to lose a load or two a week to a wet notebook. Now the count on the bill is the count in the field.':
    'Früher ging jede Woche die eine oder andere Fuhre im nassen Notizbuch verloren. Heute steht auf der Rechnung, was auf dem Feld gezählt wurde.',
  'A custom forage harvester': 'Ein Lohnunternehmer für Futterernte',
  'Jobs, hours, fuel and loads of a farm contractor, written down where the work is done.':
    'Aufträge, Stunden, Kraftstoff und Fuhren eines Lohnunternehmers: aufgeschrieben, wo gearbeitet wird.',
  'The agriculture tracker of farm contractors: jobs, hours, fuel and loads, written down where the work is done, also with no signal.':
    'Die Arbeitserfassung für Lohnunternehmer: Aufträge, Stunden, Kraftstoff und Fuhren, aufgeschrieben, wo gearbeitet wird, auch ohne Empfang.',
  'Signing in needs a connection': 'Anmelden geht nur mit Verbindung',
};
