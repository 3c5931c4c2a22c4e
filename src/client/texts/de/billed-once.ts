export const billedOnceTexts = {
  'Of {whole} in the entries, {quantity} is the part of this machine, as it was parted by hand.':
    'Von {whole} in den Einträgen ist {quantity} der Anteil dieser Maschine, wie er von Hand aufgeteilt wurde.',
  'The minimum charge of {minimumCents} holds for the job; other lines for the same come to {besideCents}.':
    'Der Mindestbetrag von {minimumCents} gilt für den ganzen Auftrag; andere Zeilen dafür ergeben {besideCents}.',
  'Billed once, not for each machine': 'Einmal berechnet, nicht je Maschine',
  '{service}, {date}: {measured} are billed once, with {machine}. {others} is left out.':
    '{service}, {date}: {measured} werden einmal berechnet, mit {machine}. Ohne {others}.',
  '{service}: a flat amount of {others} is on the bill once already. To charge it as well, give it a name of its own in the rate.':
    '{service}: Eine Pauschale von {others} steht schon einmal auf der Rechnung. Soll sie dazukommen, braucht sie im Preis einen eigenen Namen.',
  'Part by machine': 'Auf Maschinen aufteilen',
  'Show all {count}': 'Alle {count} zeigen',
};
