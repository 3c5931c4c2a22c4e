/** What the document says of a field besides its type. */
export interface FieldWords {
  readonly description: string;
  /** What a sample holds; it must fit the field's schema. */
  readonly example?: unknown;
  readonly format?: 'date' | 'date-time' | 'email' | 'password';
}

const say = (description: string, example?: unknown, format?: FieldWords['format']): FieldWords => ({
  description,
  ...(example === undefined ? {} : { example }),
  ...(format === undefined ? {} : { format }),
});

const WIZARD_FLAG = say('A choice of the set-up wizard; kept, and answered as it was sent.', null);
const NAMES = 'As they are now, also of records that were deleted since.';

/** Fields that mean the same wherever they stand. */
const EVERYWHERE: Readonly<Record<string, FieldWords>> = {
  id: say('Given by the server, and never given twice.', 17),
  organizationId: say('The organization that owns the record.', 3),
  version: say('Grows by one with every change; also sent as `ETag`.', 4),
  createdBy: say('Id of the user who made it.', 5),
  updatedBy: say('Id of the user who changed it last.', 5),
  createdAt: say('When it was made.', '2025-06-14T17:05:31.250Z', 'date-time'),
  updatedAt: say('When it was changed last.', '2025-06-15T06:40:02.007Z', 'date-time'),
  firstName: say('First name.', 'Dana'),
  lastName: say('Last name.', 'Halvorsen'),
  phoneNumber: say('As it was typed.', '+1 308 555 0117'),
  email: say('Upper and lower case are kept and never told apart.', 'dana@example.com', 'email'),
  serviceTypeId: say('The service.', 8),
  serviceTypeName: say('The service’s name.', 'Chopping'),
  jobId: say('The job.', 41),
  customerId: say('The customer.', 12),
  customerName: say('The customer’s business name. It stays when the customer is deleted.', 'Pine Ridge Farms'),
  role: say('The access level.', 'manager'),
  accessLevel: say('What the person may do. `employee` is an older word for `basic`.', 'basic'),
};

/** Fields that need words of their own, by noun and field. */
const OWN: Readonly<Record<string, FieldWords>> = {
  'User.username': say('The same as the e-mail.', 'dana@example.com'),
  'Login.password': say('The password.', 'correct horse battery', 'password'),
  'Register.password': say('The password: ten characters or more.', 'correct horse battery', 'password'),
  'Organization.name': say('The company’s name.', 'Halvorsen Custom'),
  'Organization.onboardingCompleted': say('Whether the set-up wizard is done.', true),
  'Organization.onboardingStep': say('The wizard’s step. Sending `completed` ends it.', 'completed'),
  'Organization.seasonStartDate': say('The day on which a season begins: its month and day count.', '2025-03-01', 'date'),
  'Organization.role': say('What the signed-in user is here.', 'owner'),
  'Organization.employeeId': say('The employee who the signed-in user is here.', 2),
  'Customer.businessName': say('What the customer is called, and sorted by.', 'Pine Ridge Farms'),
  'Customer.address': say('As it was typed.', '4410 County Road 9, Gothenburg NE'),
  'Customer.firstName': say('First name of the person to talk to.', 'Ruth'),
  'Customer.lastName': say('Last name of the person to talk to.', 'Lindqvist'),
  'Employee.email': say(
    'Needed for somebody who signs in: an account with this verified e-mail becomes a member.',
    'luis@example.com',
    'email',
  ),
  'Employee.isOperator': say('Offered as an operator on entries.', true),
  'Employee.isUser': say('May sign in, with the access level.', true),
  'Employee.userId': say('The account that signs in as this employee; null until there is one.', 6),
  'Member.userId': say('The account.', 6),
  'Member.employeeId': say('The employee who the account is here.', 2),
  'ServiceType.name': say('What the service is called.', 'Chopping'),
  'ServiceType.description': say('A line about it.', 'Corn silage, self-propelled'),
  'ServiceType.customDataFieldIds': say('Data fields that its entries offer.', [21, 22]),
  'ServiceType.requiredFieldIds': say('Data fields that its entries ask for; each is offered too.', [21]),
  'ServiceType.equipmentCount': say('Machines that an entry takes.', 1),
  'ServiceType.allowMultipleOperators': say('Whether an entry takes several operators.', false),
  'ServiceType.linkedEquipmentIds': say(
    'Machines that do this work: the same link as `Equipment.serviceTypeIds`, from the other side.',
    [9],
  ),
  'ServiceType.showEquipment': WIZARD_FLAG,
  'ServiceType.showOperator': WIZARD_FLAG,
  'ServiceType.showTotalHours': WIZARD_FLAG,
  'ServiceType.showLoads': WIZARD_FLAG,
  'ServiceType.showNote': WIZARD_FLAG,
  'ServiceType.showEquipmentCount': WIZARD_FLAG,
  'ServiceType.showMachine': WIZARD_FLAG,
  'ServiceType.requiredFields': say('Any JSON of the set-up wizard; kept, and answered as it was sent.', null),
  'CustomDataField.name': say('What the field is called. Entries keep its values under this name; renaming it renames them.', 'Moisture'),
  'CustomDataField.description': say('A line about it.', 'Percent, at the pile'),
  'CustomDataField.fieldType': say(
    'What it holds. `dropdown`, `file` and `employee` are older words for `select`, `attachment` and `operator`.',
    'number',
  ),
  'CustomDataField.defaultValue': say('What a new entry begins with.', '65'),
  'CustomDataField.isRequired': say('Asked for by every service that offers it.', false),
  'CustomDataField.isActive': say('Offered to services.', true),
  'CustomDataField.isSystem': say('One of the six that every organization has. What a body says of it counts for nothing.', false),
  'CustomDataField.options': say('Of a `select`: what there is to choose from.', []),
  'CustomDataField.usageCount': say('Services that offer it and entries that hold a value of it. A field in use cannot be deleted.', 14),
  'Equipment.name': say('What people call it.', 'Claas 970'),
  'Equipment.unitNumber': say('The company’s own number.', 'C-2'),
  'Equipment.serialNumber': say('The maker’s number.', '49904512'),
  'Equipment.equipmentTypeId': say('A number of another program’s; kept as it was sent.', null),
  'Equipment.serviceTypeIds': say('Services that it does.', [8]),
  'Implement.name': say('What people call it.', 'Orbis 900'),
  'Implement.serviceTypeIds': say('Services that it is for: one at least.', [8]),
  'Job.name': say('What the job is called.', 'North silage'),
  'Job.status': say('`open` takes entries, `completed` is ready for billing, `billed` is closed until it is reopened.', 'open'),
  'JobSummary.groups': say('One for each service, by name.'),
  'JobSummaryGroup.entryCount': say('How many entries.', 26),
  'JobSummaryGroup.totals': say('Every number that the entries hold.'),
  'JobSummaryTotal.key': say('The entry’s own number, or `custom:` and the name of a data field.', 'totalHours'),
  'JobSummaryTotal.label': say('What people call it.', 'Hours'),
  'JobSummaryTotal.unit': say('`hrs`, `gal`, `loads`; empty for data fields, whose unit is not known.', 'hrs'),
  'JobSummaryTotal.total': say('The sum.', 214.5),
  'JobEntry.date': say('The day of the work.', '2025-06-14', 'date'),
  'JobEntry.season': say('The year in which the season began that holds the date.', '2025'),
  'JobEntry.equipmentId': say('The first of `equipmentIds`. Send either.', 9),
  'JobEntry.equipmentIds': say('Machines.', [9]),
  'JobEntry.operatorId': say('The first of `operatorIds`. Send either.', 2),
  'JobEntry.operatorIds': say('Employees who did the work.', [2]),
  'JobEntry.implementId': say('The implement.', null),
  'JobEntry.implementName': say('The implement’s name. It stays when the implement is deleted.', null),
  'JobEntry.totalHours': say('Hours.', 8.25),
  'JobEntry.billableHours': say('Hours to be billed.', 8),
  'JobEntry.fuel': say('Gallons.', 61.4),
  'JobEntry.loads': say('How many loads.', 32),
  'JobEntry.notes': say('Anything else.', 'Wet corner left standing'),
  'JobEntry.photos': say(
    'Files, at most three: names that the organization holds already (see Files), or new ones as `data:…;base64,…`. Answers hold names.',
    [],
  ),
  'JobEntry.customFieldValues': say(
    'Values of data fields under the fields’ names. Values of unknown names are kept; those of known fields must be of the field’s type.',
    { Moisture: 64.5 },
  ),
  'JobEntry.customerId': say('The customer of its job.', 12),
  'JobEntry.jobName': say('The job’s name.', 'North silage'),
  'JobEntry.equipmentNames': say(NAMES, ['Claas 970']),
  'JobEntry.operatorNames': say(NAMES, ['Dana Halvorsen']),
  'Attachment.name': say(
    'Its SHA-256 in hex, and the ending of the kind that its bytes show. Entries name it in `photos`.',
    `${'3b'.repeat(32)}.jpg`,
  ),
  'Attachment.contentType': say('What its bytes show, whatever was claimed.', 'image/jpeg'),
  'Attachment.byteLength': say('Bytes.', 482_113),
  'AuditLog.entityType': say('What kind of record it is about.', 'job'),
  'AuditLog.entityId': say('The record.', 41),
  'AuditLog.action': say('What was done.', 'update'),
  'AuditLog.changes': say('What was changed.'),
  'AuditLog.apiKeyId': say('The API key that did it in the user’s name; null: the user himself.', null),
  'AuditLog.subject': say('What the record is called.', 'North silage'),
  'AuditLog.user': say('Who did it; null: nobody who signs in.'),
  'AuditLog.timestamp': say('When.', '2025-06-15T06:40:02.007Z', 'date-time'),
  'AuditLogChanges.old': say('Before; null of something new.', { status: 'open' }),
  'AuditLogChanges.new': say('After; null of something deleted.', { status: 'completed' }),
  'AuditLogUser.username': say('The e-mail.', 'dana@example.com'),
  'Restored.entityType': say('What kind of record it is.', 'job_entry'),
  'Restored.entityId': say('The record.', 903),
  'ChangesPage.cursor': say('Send it with the next call.', '1204.manager'),
  'ChangesPage.reset': say('The copy cannot be brought up to date from the cursor: read the lists anew, then go on from `cursor`.', false),
  'ChangesPage.more': say('Ask again at once: there is more than this.', false),
  'ChangesPage.upserts': say('What was made or changed, as it is now.'),
  'ChangesPage.deletes': say('What was deleted.'),
  'ApiKey.name': say('What it is for.', 'Bookkeeping'),
  'ApiKey.accessLevel': say('The key acts as its maker, with this level or his own, whichever is lower.', 'basic'),
  'ApiKey.isReadOnly': say('Whether it may only read.', true),
  'ApiKey.userId': say('Who made it.', 5),
  'ApiKey.lastUsedAt': say('When it was used last, to the hour.', null, 'date-time'),
  'ApiKey.revokedAt': say('When it was revoked; null while it works.', null, 'date-time'),
  'ApiKey.secret': say(
    'The secret, in the first answer only; null when the same `Idempotency-Key` is sent again.',
    `headland_3_${'k'.repeat(43)}`,
  ),
  'Device.deviceId': say('The word by which the device calls itself, also in `X-Device`.', 'cab-tablet-2'),
  'Device.name': say('What people call it.', 'Chrome on Android'),
  'Device.userId': say('Who works on it.', 5),
  'Device.userName': say('The name of who works on it.', 'Dana Halvorsen'),
  'Device.pending': say('Changes that it has not sent yet.', 4),
  'Device.attention': say('How many of these wait for a person.', 1),
  'Device.oldestAt': say('When the oldest of these was made, by the device’s clock.', '2025-06-14T17:05:31.250Z', 'date-time'),
  'Device.seenAt': say('When it was heard of last, to the minute.', '2025-06-15T06:40:02.007Z', 'date-time'),
};

const COLLECTIONS = 'customers employees serviceTypes customDataFields equipment implements jobs jobEntries'.split(' ');
const ofCollections = (noun: string, description: string): [string, FieldWords][] =>
  COLLECTIONS.map((name) => [`${noun}.${name}`, say(description, [])]);

/** Everything that is said of fields, under `Noun.field`; under `*.field` where it holds for every noun. */
export const FIELD_WORDS: ReadonlyMap<string, FieldWords> = new Map([
  ...Object.entries(EVERYWHERE).map(([field, words]): [string, FieldWords] => [`*.${field}`, words]),
  ...Object.entries(OWN),
  ...ofCollections('ChangedRecords', 'The whole records.'),
  ['ChangedRecords.organizations', say('The organization itself, if it changed.', [])],
  ...ofCollections('DeletedIds', 'Their ids.'),
]);

/** What is said of a field of this noun. */
export const wordsOf = (noun: string, field: string): FieldWords | undefined =>
  FIELD_WORDS.get(`${noun}.${field}`) ?? FIELD_WORDS.get(`*.${field}`);
