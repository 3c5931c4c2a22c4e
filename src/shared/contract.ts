import { billPreviewEndpoints } from '#shared/billing/schemas/bill-preview.ts';
import { accountStatementEndpoints } from '#shared/billing/schemas/account-statement.ts';
import { accountEndpoints } from '#shared/domain/account.ts';
import { apiKeyEndpoints } from '#shared/domain/api-key.ts';
import { archiveEndpoints } from '#shared/domain/archive.ts';
import { attachmentEndpoints } from '#shared/domain/attachment.ts';
import { auditLogEndpoints } from '#shared/domain/audit-log.ts';
import { batchEndpoints } from '#shared/domain/batch.ts';
import { billDraftEndpoints, billingRecordEndpoints } from '#shared/billing/schemas/billing-endpoints.ts';
import { correctionEndpoints } from '#shared/billing/schemas/correction.ts';
import { billingRunEndpoints } from '#shared/billing/schemas/billing-run.ts';
import { billingSettingsEndpoints } from '#shared/billing/schemas/billing-settings.ts';
import { bankLineEndpoints, bankStatementEndpoints } from '#shared/billing/schemas/bank-statement.ts';
import { invoiceExportEndpoints } from '#shared/billing/schemas/invoice-export.ts';
import { paymentStatusEndpoints } from '#shared/billing/schemas/payment-status.ts';
import { changesEndpoints } from '#shared/domain/changes.ts';
import { confirmationEndpoints } from '#shared/domain/confirmation.ts';
import { costRateEndpoints } from '#shared/billing/schemas/cost-rate.ts';
import { deviceEndpoints } from '#shared/domain/device.ts';
import { entryCheckEndpoints } from '#shared/domain/entry-check.ts';
import { entryQuestionEndpoints } from '#shared/domain/entry-question.ts';
import { entryStatEndpoints } from '#shared/domain/entry-stats.ts';
import { entryViewEndpoints } from '#shared/domain/entry-view.ts';
import { importEndpoints } from '#shared/domain/import.ts';
import { installationEndpoints } from '#shared/domain/installation.ts';
import { invitationEndpoints } from '#shared/domain/invitation.ts';
import { liveEndpoints } from '#shared/domain/live.ts';
import { noticeEndpoints } from '#shared/domain/notice.ts';
import { offlineKinds } from '#shared/domain/offline-kinds.ts';
import { officeEndpoints } from '#shared/domain/office.ts';
import { organizationEndpoints } from '#shared/domain/organization.ts';
import { receivableEndpoints } from '#shared/billing/schemas/receivable.ts';
import { reminderEndpoints } from '#shared/billing/schemas/reminder.ts';
import { rateEndpoints } from '#shared/billing/schemas/rate.ts';
import { reportEndpoints } from '#shared/domain/report.ts';
import { sampleEndpoints } from '#shared/domain/sample.ts';
import { accountEventEndpoints } from '#shared/domain/security-event.ts';
import { seasonRepeatEndpoints } from '#shared/domain/season-repeat.ts';
import { secondStepEndpoints } from '#shared/domain/second-step.ts';
import { unbilledBillEndpoints } from '#shared/billing/schemas/unbilled-bill.ts';
import { unbilledJobEndpoints } from '#shared/billing/schemas/unbilled-job.ts';
import { usageEndpoints } from '#shared/domain/usage.ts';
import { userEndpoints } from '#shared/domain/user.ts';

/** Every call of the API. What is not listed here is not served; what is listed needs a handler to compile. */
export const contract = {
  users: userEndpoints,
  account: { ...accountEndpoints, ...accountEventEndpoints },
  confirmations: confirmationEndpoints,
  secondSteps: secondStepEndpoints,
  notices: noticeEndpoints,
  organizations: organizationEndpoints,
  archives: archiveEndpoints,
  samples: sampleEndpoints,
  ...offlineKinds,
  imports: importEndpoints,
  batches: batchEndpoints,
  invitations: invitationEndpoints,
  entryChecks: entryCheckEndpoints,
  entryQuestions: entryQuestionEndpoints,
  entryStats: entryStatEndpoints,
  entryViews: entryViewEndpoints,
  office: officeEndpoints,
  rates: rateEndpoints,
  costRates: costRateEndpoints,
  unbilledJobs: unbilledJobEndpoints,
  unbilledBills: unbilledBillEndpoints,
  billingRuns: billingRunEndpoints,
  billDrafts: billDraftEndpoints,
  billPreviews: billPreviewEndpoints,
  billingRecords: billingRecordEndpoints,
  corrections: correctionEndpoints,
  billingSettings: billingSettingsEndpoints,
  bankStatements: bankStatementEndpoints,
  bankLines: bankLineEndpoints,
  invoiceExports: invoiceExportEndpoints,
  paymentStatuses: paymentStatusEndpoints,
  receivables: receivableEndpoints,
  reminders: reminderEndpoints,
  accountStatements: accountStatementEndpoints,
  reports: reportEndpoints,
  seasonRepeats: seasonRepeatEndpoints,
  attachments: attachmentEndpoints,
  auditLogs: auditLogEndpoints,
  changes: changesEndpoints,
  apiKeys: apiKeyEndpoints,
  devices: deviceEndpoints,
  live: liveEndpoints,
  usage: usageEndpoints,
  installation: installationEndpoints,
};
export type Contract = typeof contract;
