import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { ImportField } from '#shared/domain/import.ts';

type Words = Readonly<Partial<Record<ImportField, string>>>;

const PERSON: Words = {
  externalNumber:
    'personnel number|number|no|nr|id|employee number|staff number|nummer|personalnummer|mitarbeiternummer|numero|numero de empleado',
  firstName: 'first name|given name|first|forename|vorname|nombre|nombres|nombre de pila',
  lastName: 'last name|surname|family name|last|nachname|familienname|apellido|apellidos',
  email: 'email|e mail|mail|email address|e mail address|e mail adresse|mailadresse|correo|correo electronico',
  phoneNumber:
    'phone number|phone|telephone|tel|mobile|cell|cell phone|mobile phone|telefon|telefonnummer|handy|mobil|telefono|numero de telefono|celular|movil',
};

/** What people write above a column, in three languages and as other programs export it: folded, parted by `|`, the usual word first. */
export const HEAD_WORDS: Readonly<Record<ImportKind, Words>> = {
  customers: {
    ...PERSON,
    externalNumber:
      'customer number|number|no|nr|id|customer no|customer id|account number|client number|client id|id number|nummer|kundennummer|kunden nr|kundennr|debitor|debitorennummer|numero|numero de cliente|codigo',
    businessName:
      'business name|name|customer|customer name|company|company name|client|client name|business|farm|farm name|organization|account name|display name|firma|firmenname|betrieb|betriebsname|kunde|kundenname|name 1|cliente|empresa|nombre de la empresa|nombre comercial|razon social|nombre del negocio',
    address: 'address|full address|postal address|billing address|adresse|anschrift|rechnungsadresse|direccion|domicilio',
    street: 'street|street address|address 1|address line 1|street 1|strasse|strasse nr|strasse und hausnummer|calle|calle y numero',
    postalCode: 'zip|zip code|postal code|postcode|post code|plz|postleitzahl|codigo postal|cp',
    town: 'town|city|place|ort|stadt|wohnort|ciudad|poblacion|localidad|municipio',
    region: 'state|province|county|region|state province|bundesland|kanton|kreis|estado|provincia',
    country: 'country|land|pais',
    taxNumber:
      'tax number|tax id|vat number|vat id|vat|ein|abn|gst number|steuernummer|ust idnr|ust id|ustid|umsatzsteuer id|uid|nif|cif|rfc|numero fiscal|nif cif|numero de impuestos',
    paymentDays:
      'payment days|payment terms|terms|net days|days|zahlungsziel|zahlungsfrist|zahlungsziel tage|plazo de pago|dias de pago|condiciones de pago',
    discountPercent:
      'discount percent|discount|cash discount|early payment discount|skonto prozent|skonto|skontosatz|descuento por ciento|descuento|descuento por pronto pago|pronto pago',
    discountDays: 'discount days|skonto tage|skontofrist|skontotage|descuento dias|dias de descuento|dias de pronto pago',
    buyerReference:
      'reference|their reference|order number|purchase order|po number|buyer reference|referenz|bestellnummer|leitweg id|referencia|numero de pedido|orden de compra',
    billWay:
      'bills by|invoices by|send invoices by|delivery method|preferred delivery method|rechnungen per|rechnungsversand|versandart|facturas por|envio de facturas',
    contactName:
      'contact 2 name|contact 2|second contact|other contact|alternate contact|ansprechpartner 2 name|ansprechpartner 2|zweiter ansprechpartner|weiterer ansprechpartner|contacto 2 nombre|contacto 2|segundo contacto|otro contacto',
    contactEmail:
      'contact 2 email|contact 2 e mail|second email|cc email|cc|ansprechpartner 2 e mail|ansprechpartner 2 email|zweite e mail|contacto 2 correo|segundo correo',
    language: 'language|bill language|sprache|rechnungssprache|idioma',
    notes:
      'notes|note|remarks|comment|comments|private notes|public notes|notizen|notiz|bemerkung|bemerkungen|anmerkung|notas|nota|observaciones',
  },
  employees: {
    ...PERSON,
    fullName: 'name|full name|employee|employee name|person|driver|operator|mitarbeiter|fahrer|nombre completo|empleado|operador',
    accessLevel: 'access level|level|role|access|zugriffsstufe|zugriff|rolle|berechtigung|nivel de acceso|nivel|rol',
    isOperator:
      'equipment operator|operator|is operator|machine operator|fahrer|maschinenfuhrer|operador|operador de equipos|operador de maquinaria',
    isUser: 'application user|user|has access|login|benutzer|nutzer|app benutzer|usuario|usuario de la aplicacion',
  },
  equipment: {
    name: 'name|machine|equipment|equipment name|machine name|asset|asset name|model|description|bezeichnung|maschine|gerat|modell|nombre|maquina|equipo',
    unitNumber:
      'unit number|unit|unit no|number|no|nr|fleet number|asset number|id|einheitsnummer|nummer|maschinennummer|inventarnummer|interne nummer|unidad|numero|numero de unidad|numero interno',
    serialNumber:
      'serial number|serial|serial no|s n|sn|vin|chassis number|seriennummer|fahrgestellnummer|fin|numero de serie|serie|bastidor',
    services:
      'service types|services|service|work|used for|leistungen|leistung|einsatz|arbeiten|servicios|servicio|tipos de servicio|trabajos',
  },
  implements: {
    name: 'name|implement|implement name|attachment|bezeichnung|anbaugerat|gerat|nombre|implemento|apero',
    services:
      'service types|services|service|work|used for|leistungen|leistung|einsatz|arbeiten|servicios|servicio|tipos de servicio|trabajos',
  },
  serviceTypes: {
    name: 'name|service|service name|service type|activity|item|bezeichnung|leistung|arbeit|tatigkeit|nombre|servicio|tipo de servicio|trabajo',
    description: 'description|notes|beschreibung|descripcion',
    fields: 'data fields|fields|included fields|datenfelder|felder|campos de datos|campos',
    requiredFields: 'required fields|required data fields|mandatory fields|pflichtfelder|campos obligatorios',
    equipmentCount:
      'required equipment count|equipment count|machines|number of machines|anzahl maschinen|maschinen|cantidad de equipos|numero de equipos|maquinas',
    allowMultipleOperators:
      'multiple operators|allow multiple operators|several operators|mehrere fahrer|mehrere maschinenfuhrer|varios operadores',
  },
  jobEntries: {
    date: 'date|day|work date|start date|datum|tag|fecha|dia',
    customer: 'customer|client|customer name|client name|business name|company|farm|kunde|kundenname|betrieb|cliente|empresa',
    job: 'job|job name|project|project name|order|field|auftrag|auftragsname|projekt|trabajo|proyecto|obra|nombre del trabajo',
    service: 'service|service type|activity|task|work|item|leistung|arbeit|tatigkeit|servicio|actividad|labor|tipo de servicio',
    equipment: 'equipment|machine|machines|machine name|asset|maschine|maschinen|fahrzeug|equipo|equipos|maquina|maquinas',
    implement: 'implement|attachment|anbaugerat|gerat|implemento|apero',
    operators:
      'operators|operator|driver|drivers|employee|user|person|fahrer|maschinenfuhrer|mitarbeiter|operador|operadores|conductor|empleado',
    totalHours: 'hours|total hours|time|duration|duration hours|hrs|stunden|arbeitszeit|dauer|std|horas|horas totales|duracion',
    billableHours: 'billable hours|billed hours|abrechenbare stunden|verrechenbare stunden|horas facturables',
    fuel: 'fuel|diesel|fuel used|gallons|litres|liters|kraftstoff|treibstoff|combustible|gasoil',
    loads: 'loads|load|trips|number of loads|fuhren|ladungen|fahrten|cargas|viajes',
    notes:
      'notes|note|description|remarks|comment|comments|notizen|notiz|bemerkung|bemerkungen|beschreibung|notas|nota|observaciones|descripcion',
  },
};
