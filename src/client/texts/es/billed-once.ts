export const billedOnceTexts = {
  'Billed once, not for each machine': 'Facturado una vez, no por máquina',
  '{service}, {date}: {measured} are billed once, with {machine}. {others} is left out.':
    '{service}, {date}: {measured} se factura una sola vez, con {machine}. Sin {others}.',
  '{service}: a flat amount of {others} is on the bill once already. To charge it as well, give it a name of its own in the rate.':
    '{service}: un importe fijo de {others} ya está una vez en la factura. Para cobrarlo también, póngale un nombre propio en la tarifa.',
  'Split by machine': 'Repartir por máquina',
  'Show all {count}': 'Mostrar las {count}',
  'The bill has changed since you looked at it. It now comes to {total} {currency}. Please look at it again.':
    'La factura ha cambiado desde que se miró y ahora suma {total} {currency}. Mírela otra vez.',
  '{amount} {currency} has been paid on bill {year}-{number}. Reopen the job from its bill, and say where the money goes.':
    'Se han pagado {amount} {currency} de la factura {year}-{number}. Reabra el trabajo desde su factura e indique adónde va ese dinero.',
  'There is nothing left on this bill to pay back.': 'De esta factura no queda nada pagado por devolver.',
  'What was paid on this bill has gone to another bill or back to the customer.':
    'Lo pagado de esta factura pasó a otra factura o se devolvió al cliente.',
  'Split each number of an entry only once.': 'Reparta cada cantidad de un registro una sola vez.',
  'Nothing in that entry can be split by machine on this bill.': 'Nada de ese registro se puede repartir por máquina en esta factura.',
  'Give one share to each machine of the entry whose rate asks for it, and to no other.':
    'Dé una parte a cada máquina del registro cuya tarifa la pide, y a ninguna otra.',
  'The shares add up to {total}. They must add up to {quantity}.': 'Las partes suman {total}. Deben sumar {quantity}.',
  'Name the version of the draft bill that was seen': 'Indique la versión del borrador que se vio',
  'Name the total of the draft bill that was seen, in cents': 'Indique el total del borrador que se vio, en céntimos',
  'Must be loads, fuel or null': 'Debe ser loads, fuel o null',
  'Give each machine its share': 'Dé a cada máquina su parte',
  'At most 50 machines': 'Como máximo 50 máquinas',
  'At most 1000 splits': 'Como máximo 1000 repartos',
  'Must be credit or refund': 'Debe ser credit o refund',
  'Not billed: this bill has changed since you looked at it.': 'Sin facturar: esta factura ha cambiado desde que la miró.',
  'The customer has a credit of {credit} from a bill that was taken back. It goes on this bill when it is issued.':
    'El cliente tiene un saldo a favor de {credit} de una factura anulada. Se descuenta de esta factura al emitirla.',
  '{rest} too much': '{rest} de más',
  '{rest} left': 'Quedan {rest}',
  '{measured} of {date}: how much by each machine?': '{measured} del {date}: ¿cuánto con cada máquina?',
  'This no longer applies: the entry has changed.': 'Esto ya no vale: se cambió el registro.',
  '{paid} has been paid on this bill. Where should it go?': 'Se han pagado {paid} de esta factura. ¿Adónde va ese dinero?',
  'On the next bill': 'A la próxima factura',
  'It stays as the customer’s credit until the job is billed again, and then counts as paid there.':
    'Queda como saldo a favor del cliente hasta que el trabajo se facture de nuevo, y allí cuenta como pagado.',
  'Back to the customer': 'De vuelta al cliente',
  'It is noted on this bill as paid back today.': 'En esta factura consta que se devolvió hoy.',
  'From a bill that was taken back': 'De una factura anulada',
  'Moved to another bill': 'Pasado a otra factura',
  'Paid back to the customer': 'Devuelto al cliente',
  'Paid back today': 'Devuelto hoy',
  'Failed to record the refund': 'No se guardó la devolución',
  '{credit} of it is the customer’s credit, and goes on the next bill.':
    'De ello, {credit} son saldo a favor del cliente y van a la próxima factura.',
};
