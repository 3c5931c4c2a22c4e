import { CHANGE, KIND_SCHEMAS } from '#server/http/openapi/kinds.ts';
import { account, accountPatch, accountDeletion, ownId, passkey, passkeyInput, passwordInput, session } from '#shared/domain/account.ts';
import { apiKey, apiKeyInput, newApiKey } from '#shared/domain/api-key.ts';
import { deletionInput, imported } from '#shared/domain/archive.ts';
import { attachment } from '#shared/domain/attachment.ts';
import { auditAct, auditLog, restored } from '#shared/domain/audit-log.ts';
import { batchAnswer, batchedAnswer, batchedWrite, batchInput } from '#shared/domain/batch.ts';
import { changesPage, madeByKey } from '#shared/domain/changes.ts';
import { usage, usageItem } from '#shared/domain/usage.ts';
import { device, deviceInput, deviceKey, deviceLoss, lossInput } from '#shared/domain/device.ts';
import { member } from '#shared/domain/employee.ts';
import { entryCheckInput, entryCheckResult, seenEntry } from '#shared/domain/entry-check.ts';
import { entryQuestionInput } from '#shared/domain/entry-question.ts';
import { entryStat } from '#shared/domain/entry-stats.ts';
import { entryView, entryViewInput, entryViewPatch } from '#shared/domain/entry-view.ts';
import { hint } from '#shared/domain/hint.ts';
import {
  importOptions,
  importPatch,
  importRecord,
  importRow,
  rowCounts,
  rowReason,
  takenBack,
  unknownName,
} from '#shared/domain/import.ts';
import { backupDetails, installation, installationBackups, installationConcern } from '#shared/domain/installation.ts';
import {
  invitation,
  invitationInput,
  invitationLook,
  invitationMail,
  invitationMailed,
  invitationToken,
  newInvitation,
} from '#shared/domain/invitation.ts';
import { awaitingEntryInput } from '#shared/domain/job-entry.ts';
import { jobSummary, summaryTotal } from '#shared/domain/job-summary.ts';
import { office } from '#shared/domain/office.ts';
import { expectedWork, repeatInput, repeatResult, seasonRepeats, seasonService, seasonWork } from '#shared/domain/season-repeat.ts';
import { sampleInput } from '#shared/domain/sample.ts';
import { organization, organizationInput, organizationPatch } from '#shared/domain/organization.ts';
import {
  fuelBook,
  fuelBookLine,
  moneyGroup,
  moneyOfCurrency,
  moneyReport,
  moneyTotals,
  report,
  reportGroup,
  reportSeries,
  reportSums,
} from '#shared/domain/report.ts';
import { confirmation, confirmationInput, confirmationWays } from '#shared/domain/confirmation.ts';
import { secondStepAsked } from '#shared/domain/second-step-asked.ts';
import {
  memberStep,
  newSecondStep,
  organizationStep,
  recoveryCodeList,
  requirementInput,
  secondStep,
  stepInput,
  stepPasskeyInput,
  stepToken,
} from '#shared/domain/second-step.ts';
import { noticeBrowser, noticeSettings, noticeState } from '#shared/domain/notice.ts';
import { serviceTypeInput } from '#shared/domain/service-type.ts';
import { memberSignIn, securityEvent } from '#shared/domain/security-event.ts';
import {
  confirmationSent,
  passkeyLoginInput,
  passkeyOptions,
  confirmInput,
  forgotInput,
  loginInput,
  registerInput,
  resetInput,
  signedOut,
  signInWays,
  user,
} from '#shared/domain/user.ts';
import { type Named, NAMED_IN_BILLING } from './billing-names.ts';

const summaryGroup = jobSummary.shape.groups.def.element;
const { unchecked, missing, hints, unbilled, bills, questions, answers, devices } = office.shape;
const NAMED_IN_OFFICE: readonly Named[] = [
  [unchecked, 'OfficeUnchecked', 'Entries that nobody checked.'],
  [missing, 'OfficeMissing', 'Entries that lack something.'],
  [missing.shape.fields.def.element, 'OfficeMissingField', 'A field that is missing.'],
  [hints, 'OfficeHints', 'Entries with hints.'],
  [hints.shape.kinds.def.element, 'OfficeHintKind', 'A kind of hint.'],
  [unbilled.def.innerType, 'OfficeUnbilled', 'Completed jobs on no bill.'],
  [bills.def.innerType, 'OfficeBills', 'Bills that are not paid in full.'],
  [bills.def.innerType.shape.ages, 'OfficeAges', 'What is left to pay, by age, in hundredths of the currency.'],
  [questions, 'OfficeQuestions', 'Work that was logged without a job.'],
  [answers, 'OfficeAnswers', 'Answers to what the office asked.'],
  [devices, 'OfficeDevices', 'Devices with unsent changes.'],
  [devices.shape.first.def.innerType, 'OfficeDevice', 'A device with unsent changes.'],
];

/** Every schema that the document names, so that a record is described once and generated clients get one type for it. */
export const NAMED_SCHEMAS: readonly Named[] = [
  ...KIND_SCHEMAS,
  ...NAMED_IN_BILLING,
  [signedOut, 'SignedOut', 'Where a browser ends the identity provider’s own session, too.'],
  [signInWays, 'SignInWays', 'How people sign in to this installation.'],
  [confirmInput, 'ConfirmInput', 'What finishes a registration.'],
  [confirmationSent, 'ConfirmationSent', 'Where the link went that has to be followed first.'],
  [forgotInput, 'ForgotInput', 'Whose password is forgotten.'],
  [resetInput, 'ResetInput', 'A new password.'],
  [account, 'Account', 'One’s own account.'],
  [accountPatch, 'AccountPatch', 'One’s own name.'],
  [accountDeletion, 'AccountDeletion', 'One’s own e-mail, so that nobody deletes the account by a slip.'],
  [passwordInput, 'PasswordInput', 'The present password and the one that is to follow it.'],
  [session, 'Session', 'A browser that is signed in to the account.'],
  [securityEvent, 'SecurityEvent', 'Something that happened to the ways into one’s account.'],
  [memberSignIn, 'MemberSignIn', 'How a member came in.'],
  [ownId, 'OwnId', 'Which one.'],
  [passkeyOptions, 'PasskeyOptions', 'What a browser needs for a passkey.'],
  [passkeyLoginInput, 'PasskeyLoginInput', 'What a browser answers with a passkey.'],
  [passkey, 'Passkey', 'A key of a device with which one signs in.'],
  [passkeyInput, 'PasskeyInput', 'A passkey that a browser made.'],
  [noticeState, 'NoticeState', 'Of what one’s browsers tell one.'],
  [noticeSettings, 'NoticeSettings', 'Of what one’s browsers tell one, and when they are quiet.'],
  [
    noticeSettings.shape.quiet.def.innerType,
    'QuietHours',
    'Hours in which nothing is said, over midnight if they begin later than they end.',
  ],
  [noticeBrowser, 'NoticeBrowser', 'A browser that is to be told, as its `PushSubscription` says.'],
  [noticeBrowser.shape.keys, 'NoticeBrowserKeys', 'The keys with which only that browser reads what is sent (RFC 8291).'],
  [secondStepAsked, 'SecondStepAsked', 'What is left to show before a session begins.'],
  [secondStep, 'SecondStep', 'How one’s second step stands.'],
  [newSecondStep, 'NewSecondStep', 'What an app needs to make codes.'],
  [recoveryCodeList, 'RecoveryCodeList', 'Recovery codes, told once.'],
  [stepInput, 'StepInput', 'A code.'],
  [stepToken, 'StepToken', 'Which sign-in.'],
  [stepPasskeyInput, 'StepPasskeyInput', 'A passkey that a browser made while signing in.'],
  [memberStep, 'MemberStep', 'Owner or admin, and whether they have a second step.'],
  [organizationStep, 'OrganizationStep', 'Whether an organization asks owner and admins for a second step.'],
  [requirementInput, 'RequirementInput', 'Whether to ask for it.'],
  [confirmation, 'Confirmation', 'Until when sensitive calls are taken.'],
  [confirmationInput, 'ConfirmationInput', 'What shows again who somebody is.'],
  [confirmationWays, 'ConfirmationWays', 'How somebody can show it.'],
  [user, 'User', 'An account: a person who signs in.'],
  [loginInput, 'LoginInput', 'E-mail and password.'],
  [registerInput, 'RegisterInput', 'A new account.'],
  [organization, 'Organization', 'A contractor’s company, as the signed-in user sees it.'],
  [organizationInput, 'OrganizationInput', 'A new organization; its maker becomes its owner.'],
  [organizationPatch, 'OrganizationPatch', `A change of an organization. ${CHANGE}`],
  [sampleInput, 'SampleInput', 'What a sample company should be like.'],
  [deletionInput, 'DeletionInput', 'Whoever deletes an organization types its name.'],
  [imported, 'Imported', 'What an import made.'],
  [importRecord, 'Import', 'A file of records, and what becomes of its rows.'],
  [importOptions, 'ImportOptions', 'How the file is read.'],
  [importPatch, 'ImportOptionsPatch', 'Other ways to read the file. What is left out stays.'],
  [rowCounts, 'RowCounts', 'How many rows have each fate.'],
  [unknownName, 'UnknownName', 'A name that rows use and nothing in the organization has.'],
  [importRow, 'ImportRow', 'A row of the file.'],
  [rowReason, 'RowReason', 'Why a row cannot be imported.'],
  [takenBack, 'TakenBack', 'What taking an import back did.'],
  [member, 'Member', 'An employee who signs in.'],
  [invitation, 'Invitation', 'A link by which one person becomes a member.'],
  [newInvitation, 'NewInvitation', 'A new invitation with what stands in its link.'],
  [invitationInput, 'InvitationInput', 'A new invitation.'],
  [invitationMail, 'InvitationMail', 'The link that is to be mailed.'],
  [invitationMailed, 'InvitationMailed', 'Whether the link is on its way.'],
  [invitationToken, 'InvitationToken', 'Which invitation.'],
  [invitationLook, 'InvitationLook', 'What somebody sees who has the link of an invitation.'],
  [serviceTypeInput.shape.requiredFields.def.innerType, 'JsonValue', 'Any JSON.'],
  [jobSummary, 'JobSummary', 'Totals of a job, by service.'],
  [summaryGroup, 'JobSummaryGroup', 'Totals of one service within a job.'],
  [summaryTotal, 'JobSummaryTotal', 'One number of the entries, added up exactly or averaged.'],
  [awaitingEntryInput, 'AwaitingJobEntryInput', 'A new entry whose job nobody has named yet.'],
  [entryCheckInput, 'EntryCheckInput', 'Which entries were checked, or are not any more.'],
  [entryQuestionInput, 'EntryQuestionInput', 'What the author of an entry is asked.'],
  [seenEntry, 'SeenEntry', 'An entry as somebody saw it.'],
  [entryCheckResult, 'EntryCheckResult', 'What became of a check of entries.'],
  [hint, 'Hint', 'Something in an entry that looks like a slip.'],
  [entryStat, 'EntryStat', 'What is usual for a machine at a service.'],
  [entryView, 'EntryView', 'A view of job entries that somebody saved.'],
  [entryViewInput, 'EntryViewInput', 'A new view of job entries.'],
  [entryViewPatch, 'EntryViewPatch', `A change of a view of job entries. ${CHANGE}`],
  [office, 'Office', 'What waits for the office.'],
  ...NAMED_IN_OFFICE,
  [report, 'Report', 'What entries add up to.'],
  [reportSeries, 'ReportSeries', 'What the entries of one span of time add up to.'],
  [reportGroup, 'ReportGroup', 'What the entries of one week, month, machine, operator, customer or service add up to.'],
  [reportSums, 'ReportSums', 'The numbers of a report, added up exactly.'],
  [seasonRepeats, 'SeasonRepeats', 'The work of an earlier season, and what there is of it in this one.'],
  [seasonWork, 'SeasonWork', 'What one job of the earlier season came to.'],
  [seasonService, 'SeasonService', 'The same of one service.'],
  [expectedWork, 'ExpectedWork', 'A number that a job is expected to come to.'],
  [repeatInput, 'RepeatInput', 'Which jobs are to be done again.'],
  [repeatResult, 'RepeatResult', 'What became of them.'],
  [moneyReport, 'MoneyReport', 'What billed work earned and cost.'],
  [moneyOfCurrency, 'MoneyOfCurrency', 'The same in one currency.'],
  [moneyGroup, 'MoneyGroup', 'The same of one job, customer, machine, service or season.'],
  [moneyTotals, 'MoneyTotals', 'Revenue, costs and margin in hundredths of the currency.'],
  [fuelBook, 'FuelBook', 'The fuel that went into work for customers.'],
  [fuelBookLine, 'FuelBookLine', 'The fuel for one customer in one month.'],
  [attachment, 'Attachment', 'A file that the organization holds.'],
  [auditLog, 'AuditLog', 'Who changed what, and when.'],
  [auditAct, 'AuditAct', 'What somebody did at once: the item that says it best.'],
  [auditLog.shape.changes, 'AuditLogChanges', 'Values before and after. Of an update only those that changed.'],
  [auditLog.shape.user.def.innerType, 'AuditLogUser', 'Who did it.'],
  [restored, 'Restored', 'What an undone deletion brought back.'],
  [changesPage, 'ChangesPage', 'What changed since a cursor.'],
  [changesPage.shape.upserts, 'ChangedRecords', 'Records that were made or changed, as they are now.'],
  [changesPage.shape.deletes, 'DeletedIds', 'Ids of records that were deleted.'],
  [batchInput, 'BatchInput', 'Writes in their order.'],
  [batchedWrite, 'BatchedWrite', 'A write as it would be sent alone.'],
  [batchAnswer, 'BatchAnswer', 'The answers to the writes of a batch, in their order. What is missing was not done and may be sent again.'],
  [batchedAnswer, 'BatchedAnswer', 'What a write of a batch would have been answered alone.'],
  [madeByKey, 'MadeByKey', 'A record that the caller made with an `Idempotency-Key`.'],
  [apiKey, 'ApiKey', 'A key with which another program makes calls.'],
  [newApiKey, 'NewApiKey', 'A new API key with its secret.'],
  [apiKeyInput, 'ApiKeyInput', 'What a new API key is for and what it may do.'],
  [usage, 'Usage', 'How much of what is limited an organization has used.'],
  [usageItem, 'UsageItem', 'One of the things that are limited.'],
  [installation, 'Installation', 'How it stands with what the organization lives on.'],
  [installationBackups, 'Backups', 'How it stands with the backups.'],
  [backupDetails, 'BackupDetails', 'What the last good backup holds, where backups lie, and what went wrong.'],
  [installationConcern, 'Concern', 'Something that is wrong, or will be soon.'],
  [device, 'Device', 'A device of a member, and what it said last.'],
  [deviceInput, 'DeviceInput', 'What a device says of its unsent changes in one organization.'],
  [lossInput, 'DeviceLossInput', 'Unsent changes that went with a storage that the browser emptied.'],
  [deviceLoss, 'DeviceLoss', 'What went with the storage of a device.'],
  [deviceKey, 'DeviceKey', 'Which device of whom.'],
];

/** The noun of a schema: `Customer` for `CustomerInput`, `CustomerPatch` and `Customer` itself. */
export const nounOf = (name: string): string => name.replace(/^(New|Awaiting)|(Input|Patch)$/g, '');
