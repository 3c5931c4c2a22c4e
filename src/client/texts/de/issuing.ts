export const issuingTexts = {
  'Issue bill': 'Rechnung stellen',
  'Issuing the bill...': 'Rechnung wird gestellt …',
  'Before you issue it': 'Bevor die Rechnung gestellt wird',
  'No amounts, only quantities': 'Keine Beträge, nur Mengen',
  '{number} (expected)': '{number} (voraussichtlich)',
  Due: 'Fällig',
  'On no day: there is nothing to pay': 'An keinem Tag: es ist nichts zu zahlen',
  'Date of the bill': 'Rechnungsdatum',
  'Choose the date of the bill.': 'Rechnungsdatum auswählen.',
  'From {from} to {until}: numbers follow the days.': 'Vom {from} bis {until}: Die Nummern folgen den Tagen.',
  'A bill cannot be dated in the future. Choose {date} or an earlier day.':
    'Eine Rechnung kann kein künftiges Datum tragen. Bitte den {date} oder einen früheren Tag wählen.',
  'Bill numbers follow the days. Choose {date} or a later day.':
    'Die Rechnungsnummern folgen den Tagen. Bitte den {date} oder einen späteren Tag wählen.',
  'Bill numbers follow the days, and the last one is dated {date}. Choose that day or a later one.':
    'Die Rechnungsnummern folgen den Tagen, und die letzte Rechnung ist vom {date}. Bitte diesen oder einen späteren Tag wählen.',
  'A bill can be dated back by a year at most. Choose {date} or a later day.':
    'Eine Rechnung lässt sich höchstens um ein Jahr zurückdatieren. Bitte den {date} oder einen späteren Tag wählen.',
  'No address is known: the bill will have none.': 'Keine Anschrift bekannt: Auf der Rechnung wird keine stehen.',
  'Add an address': 'Anschrift eintragen',
  '{count} of {all} entries not checked.': '{count} von {all} Einträgen nicht geprüft.',
  'Issuing a bill needs a connection: its number comes from the server.':
    'Eine Rechnung zu stellen braucht eine Verbindung: Ihre Nummer kommt vom Server.',
  'It still comes to {now}. Check it, then issue it again.': 'Sie beträgt weiterhin {now}. Bitte prüfen und noch einmal stellen.',
  'It was {before} and is now {now}. Check it, then issue it again.':
    'Sie betrug {before} und beträgt jetzt {now}. Bitte prüfen und noch einmal stellen.',
  'The jobs of this draft bill are not of one customer any more. Delete the draft, and bill them customer by customer.':
    'Die Aufträge dieses Rechnungsentwurfs gehören nicht mehr zu einem Kunden. Bitte den Entwurf löschen und je Kunde abrechnen.',
  'The job {name} is billed. Reopen it before you give it to another customer.':
    'Der Auftrag {name} ist abgerechnet. Bitte erst wieder öffnen, dann einem anderen Kunden geben.',
  'Its bill names this customer. Reopen the job before you give it to another.':
    'Die Rechnung lautet auf diesen Kunden. Bitte den Auftrag erst wieder öffnen, dann einem anderen geben.',
  'Only {amount} {currency} is open on bill {number}. Record that much here, and the rest on another bill.':
    'Auf Rechnung {number} sind nur noch {amount} {currency} offen. Bitte so viel hier erfassen und den Rest auf einer anderen Rechnung.',
  'Nothing is open on bill {number}. Record the payment on another bill.':
    'Auf Rechnung {number} ist nichts mehr offen. Bitte die Zahlung auf einer anderen Rechnung erfassen.',
  'This installation sends no mail. Download the PDF and send it yourself, then note here how it went out.':
    'Diese Installation verschickt keine E-Mails. PDF herunterladen, selbst verschicken und hier vermerken, wie sie hinausging.',
  'Share PDF': 'PDF teilen',
  'Failed to share the PDF': 'PDF konnte nicht geteilt werden',
  'Time Zone': 'Zeitzone',
  'Time zone': 'Zeitzone',
  'Not set': 'Nicht festgelegt',
  'Its day is today for everybody: new entries and bills are dated by it. This device is in {zone}.':
    'Ihr Tag gilt für alle als heute: Neue Einträge und Rechnungen werden danach datiert. Dieses Gerät ist in {zone}.',
  'Your organization has no time zone yet. Today, and the date of a bill, go by it. This device is in {zone}.':
    'Die Organisation hat noch keine Zeitzone. Nach ihr richtet sich, was heute ist und welches Datum eine Rechnung trägt. Dieses Gerät ist in {zone}.',
  'Use {zone}': '{zone} verwenden',
  'Another time zone': 'Andere Zeitzone',
  'Time zone must be one of the IANA names, such as America/Chicago': 'Die Zeitzone muss einer der IANA-Namen sein, etwa Europe/Berlin',
};
