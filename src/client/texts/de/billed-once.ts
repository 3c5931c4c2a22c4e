export const billedOnceTexts = {
  'Billed once, not for each machine': 'Einmal berechnet, nicht je Maschine',
  '{service}, {date}: {measured} are billed once, with {machine}. {others} is left out.':
    '{service}, {date}: {measured} werden einmal berechnet, mit {machine}. Ohne {others}.',
  '{service}: a flat amount of {others} is on the bill once already. To charge it as well, give it a name of its own in the rate.':
    '{service}: Eine Pauschale von {others} steht schon einmal auf der Rechnung. Soll sie dazukommen, braucht sie im Preis einen eigenen Namen.',
  'Split by machine': 'Auf Maschinen aufteilen',
  'Show all {count}': 'Alle {count} zeigen',
  'The bill has changed since you looked at it. It now comes to {total} {currency}. Please look at it again.':
    'Die Rechnung hat sich geändert, seit sie angesehen wurde, und beträgt jetzt {total} {currency}. Bitte noch einmal ansehen.',
  '{amount} {currency} has been paid on bill {year}-{number}. Reopen the job from its bill, and say where the money goes.':
    'Auf die Rechnung {year}-{number} wurden {amount} {currency} gezahlt. Den Auftrag auf der Rechnung wieder öffnen und dort angeben, wohin das Geld geht.',
  'There is nothing left on this bill to pay back.': 'Auf dieser Rechnung steht nichts mehr, das zurückzuzahlen wäre.',
  'What was paid on this bill has gone to another bill or back to the customer.':
    'Was auf diese Rechnung gezahlt wurde, steht auf einer anderen Rechnung oder ging an den Kunden zurück.',
  'Split each number of an entry only once.': 'Jede Zahl eines Eintrags nur einmal aufteilen.',
  'Nothing in that entry can be split by machine on this bill.':
    'Von diesem Eintrag lässt sich auf dieser Rechnung nichts auf Maschinen aufteilen.',
  'Give one share to each machine of the entry whose rate asks for it, and to no other.':
    'Je einen Anteil für die Maschinen des Eintrags angeben, deren Preis danach fragt, und für keine andere.',
  'The shares add up to {total}. They must add up to {quantity}.': 'Die Anteile ergeben zusammen {total}. Es müssen {quantity} sein.',
  'Name the version of the draft bill that was seen': 'Die gesehene Version des Rechnungsentwurfs angeben',
  'Name the total of the draft bill that was seen, in cents': 'Die gesehene Summe des Rechnungsentwurfs in Cent angeben',
  'Must be loads, fuel or null': 'Muss loads, fuel oder null sein',
  'Give each machine its share': 'Jeder Maschine ihren Anteil geben',
  'At most 50 machines': 'Höchstens 50 Maschinen',
  'At most 1000 splits': 'Höchstens 1000 Aufteilungen',
  'Must be credit or refund': 'Muss credit oder refund sein',
  'Not billed: this bill has changed since you looked at it.':
    'Nicht abgerechnet: Diese Rechnung hat sich geändert, seit Sie sie angesehen haben.',
  'The customer has a credit of {credit} from a bill that was taken back. It goes on this bill when it is issued.':
    'Der Kunde hat ein Guthaben von {credit} aus einer stornierten Rechnung. Es wird mit dieser Rechnung verrechnet, sobald sie gestellt ist.',
  '{rest} too much': '{rest} zu viel',
  '{rest} left': '{rest} übrig',
  '{measured} of {date}: how much by each machine?': '{measured} vom {date}: Wie viel davon mit welcher Maschine?',
  'This no longer applies: the entry has changed.': 'Das gilt nicht mehr: Der Eintrag wurde geändert.',
  '{paid} has been paid on this bill. Where should it go?': 'Auf diese Rechnung wurden {paid} gezahlt. Wohin damit?',
  'On the next bill': 'Auf die nächste Rechnung',
  'It stays as the customer’s credit until the job is billed again, and then counts as paid there.':
    'Es bleibt Guthaben des Kunden, bis der Auftrag neu abgerechnet ist, und gilt dort als gezahlt.',
  'Back to the customer': 'Zurück an den Kunden',
  'It is noted on this bill as paid back today.': 'Auf dieser Rechnung steht dann, dass es heute erstattet wurde.',
  'From a bill that was taken back': 'Aus einer stornierten Rechnung',
  'Moved to another bill': 'Auf eine andere Rechnung übertragen',
  'Paid back to the customer': 'An den Kunden erstattet',
  'Paid back today': 'Heute erstattet',
  'Failed to record the refund': 'Die Erstattung wurde nicht gespeichert',
  '{credit} of it is the customer’s credit, and goes on the next bill.':
    'Davon sind {credit} Guthaben des Kunden und kommen auf die nächste Rechnung.',
};
