interface Column {
  readonly name: string;
  readonly isText: boolean;
}

/** The names of columns; those of text begin with an asterisk here. */
const FIRST =
  'Umsatz (ohne Soll/Haben-Kz);*Soll/Haben-Kennzeichen;*WKZ Umsatz;Kurs;Basis-Umsatz;*WKZ Basis-Umsatz;Konto;' +
  'Gegenkonto (ohne BU-Schlüssel);*BU-Schlüssel;Belegdatum;*Belegfeld 1;*Belegfeld 2;Skonto;*Buchungstext;Postensperre;' +
  '*Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;*Beleglink;';
const MIDDLE =
  '*KOST1 - Kostenstelle;*KOST2 - Kostenstelle;Kost-Menge;*EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung);' +
  '*Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;' +
  'BU 49 Funktionsergänzung;';
const LAST =
  'Stück;Gewicht;Zahlweise;*Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;*Auftragsnummer;*Buchungstyp;' +
  'USt-Schlüssel (Anzahlungen);*EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);' +
  'Erlöskonto (Anzahlungen);*Herkunft-Kz;*Buchungs GUID;KOST-Datum;*SEPA-Mandatsreferenz;Skontosperre;*Gesellschaftername;' +
  'Beteiligtennummer;*Identifikationsnummer;*Zeichnernummer;Postensperre bis;*Bezeichnung SoBil-Sachverhalt;' +
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;*Generalumkehr (GU);' +
  'Steuersatz;*Land;*Abrechnungsreferenz;BVV-Position;*EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto;';

const names = (list: string): string[] => list.split(';').filter((name) => name !== '');
/** Pairs of a kind and what is said of it. */
const pairs = (count: number, of: (number: number) => readonly [string, string]): string[] =>
  Array.from({ length: count }, (_, place) => of(place + 1)).flat();

/** The 125 columns of DATEV's 'Buchungsstapel' (format version 13), in their order and with their spelling. */
export const DATEV_COLUMNS: readonly Column[] = [
  ...names(FIRST),
  ...pairs(8, (number) => [`*Beleginfo - Art ${number}`, `*Beleginfo - Inhalt ${number}`]),
  ...names(MIDDLE),
  ...pairs(20, (number) => [`*Zusatzinformation - Art ${number}`, `*Zusatzinformation- Inhalt ${number}`]),
  ...names(LAST),
].map((name) => ({ name: name.replace('*', ''), isText: name.startsWith('*') }));
