export const issuingTexts = {
  'Issue bill': 'Emitir factura',
  'Issuing the bill...': 'Emitiendo la factura…',
  'Before you issue it': 'Antes de emitirla',
  'No amounts, only quantities': 'Sin importes, solo cantidades',
  '{number} (expected)': '{number} (previsto)',
  Due: 'Vencimiento',
  'On no day: there is nothing to pay': 'Ninguno: no hay nada que pagar',
  'Date of the bill': 'Fecha de la factura',
  'Choose the date of the bill.': 'Elija la fecha de la factura.',
  'From {from} to {until}: numbers follow the days.': 'Del {from} al {until}: los números siguen a los días.',
  'A bill cannot be dated in the future. Choose {date} or an earlier day.':
    'Una factura no puede llevar una fecha futura. Elija {date} o un día anterior.',
  'Bill numbers follow the days. Choose {date} or a later day.':
    'Los números de factura siguen a los días. Elija {date} o un día posterior.',
  'Bill numbers follow the days, and the last one is dated {date}. Choose that day or a later one.':
    'Los números de factura siguen a los días, y la última es del {date}. Elija ese día o uno posterior.',
  'A bill can be dated back by a year at most. Choose {date} or a later day.':
    'Una factura puede llevar como mucho fecha de hace un año. Elija {date} o un día posterior.',
  'No address is known: the bill will have none.': 'No se conoce la dirección: la factura no llevará ninguna.',
  'Add an address': 'Añadir una dirección',
  '{count} of {all} entries not checked.': '{count} de {all} registros sin revisar.',
  'Issuing a bill needs a connection: its number comes from the server.':
    'Para emitir una factura hace falta conexión: el número lo da el servidor.',
  'It still comes to {now}. Check it, then issue it again.': 'Sigue siendo de {now}. Revísela y emítala de nuevo.',
  'It was {before} and is now {now}. Check it, then issue it again.': 'Era de {before} y ahora es de {now}. Revísela y emítala de nuevo.',
  'The jobs of this draft bill are not of one customer any more. Delete the draft, and bill them customer by customer.':
    'Los trabajos de este borrador ya no son de un mismo cliente. Elimine el borrador y facture cliente por cliente.',
  'The job {name} is billed. Reopen it before you give it to another customer.':
    'El trabajo {name} está facturado. Reábralo antes de pasarlo a otro cliente.',
  'Its bill names this customer. Reopen the job before you give it to another.':
    'Su factura va a nombre de este cliente. Reabra el trabajo antes de pasarlo a otro.',
  'Only {amount} {currency} is open on bill {number}. Record that much here, and the rest on another bill.':
    'De la factura {number} solo quedan por pagar {amount} {currency}. Anote aquí esa cantidad y el resto en otra factura.',
  'Nothing is open on bill {number}. Record the payment on another bill.':
    'De la factura {number} no queda nada por pagar. Anote el pago en otra factura.',
  'This installation sends no mail. Download the PDF and send it yourself, then note here how it went out.':
    'Esta instalación no envía correo. Descargue el PDF, envíelo usted y anote aquí cómo salió.',
  'Share PDF': 'Compartir PDF',
  'Failed to share the PDF': 'No se pudo compartir el PDF',
  'Time Zone': 'Zona horaria',
  'Time zone': 'Zona horaria',
  'Not set': 'Sin definir',
  'Its day is today for everybody: new entries and bills are dated by it. This device is in {zone}.':
    'Su día es hoy para todos: con él se fechan los registros nuevos y las facturas. Este dispositivo está en {zone}.',
  'Your organization has no time zone yet. Today, and the date of a bill, go by it. This device is in {zone}.':
    'La organización aún no tiene zona horaria. De ella dependen el día de hoy y la fecha de las facturas. Este dispositivo está en {zone}.',
  'Use {zone}': 'Usar {zone}',
  'Another time zone': 'Otra zona horaria',
  'Time zone must be one of the IANA names, such as America/Chicago':
    'La zona horaria debe ser uno de los nombres de IANA, como Europe/Madrid',
};
