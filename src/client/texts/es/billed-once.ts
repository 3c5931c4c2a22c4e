export const billedOnceTexts = {
  'Of {whole} in the entries, {quantity} is the part of this machine, as it was parted by hand.':
    'De {whole} en los registros, {quantity} es la parte de esta máquina, según se repartió a mano.',
  'The minimum charge of {minimumCents} holds for the job; other lines for the same come to {besideCents}.':
    'El cargo mínimo de {minimumCents} vale para todo el trabajo; otras líneas de lo mismo suman {besideCents}.',
  'Billed once, not for each machine': 'Facturado una vez, no por máquina',
  '{service}, {date}: {measured} are billed once, with {machine}. {others} is left out.':
    '{service}, {date}: {measured} se factura una sola vez, con {machine}. Sin {others}.',
  '{service}: a flat amount of {others} is on the bill once already. To charge it as well, give it a name of its own in the rate.':
    '{service}: un importe fijo de {others} ya está una vez en la factura. Para cobrarlo también, póngale un nombre propio en la tarifa.',
  'Part by machine': 'Repartir por máquina',
  'Show all {count}': 'Mostrar las {count}',
};
