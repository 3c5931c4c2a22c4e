import { billPreviewHandlers } from '#server/billing/handlers/bill-previews.ts';
import { archiveHandlers } from '#server/handlers/archives.ts';
import { attachmentHandlers } from '#server/handlers/attachments.ts';
import { accountHandlers } from '#server/handlers/account.ts';
import { apiKeyHandlers } from '#server/handlers/api-keys.ts';
import { auditLogHandlers } from '#server/handlers/audit-logs.ts';
import { batchHandlers } from '#server/handlers/batches.ts';
import { billDraftHandlers, billingRecordHandlers, unbilledJobHandlers } from '#server/billing/handlers/billing.ts';
import { correctionHandlers } from '#server/billing/handlers/corrections.ts';
import { bankLineHandlers, bankStatementHandlers } from '#server/billing/handlers/bank-statements.ts';
import { billingRunHandlers, unbilledBillHandlers } from '#server/billing/handlers/billing-runs.ts';
import { billingSettingsHandlers } from '#server/billing/handlers/billing-settings.ts';
import { invoiceExportHandlers } from '#server/billing/handlers/invoice-exports.ts';
import { paymentStatusHandlers } from '#server/billing/handlers/payment-status.ts';
import { changesHandlers } from '#server/handlers/changes.ts';
import { confirmationHandlers } from '#server/handlers/confirmations.ts';
import { costRateHandlers } from '#server/billing/handlers/cost-rates.ts';
import { plainHandlers } from '#server/handlers/crud-handlers.ts';
import { customDataFieldHandlers } from '#server/handlers/custom-data-fields.ts';
import { customerHandlers } from '#server/handlers/customers.ts';
import { dayOffHandlers } from '#server/handlers/days-off.ts';
import { deviceHandlers } from '#server/handlers/devices.ts';
import { employeeHandlers } from '#server/handlers/employees.ts';
import { entryCheckHandlers } from '#server/handlers/entry-checks.ts';
import { entryQuestionHandlers } from '#server/handlers/entry-questions.ts';
import { entryStatHandlers } from '#server/handlers/entry-stats.ts';
import { entryViewHandlers } from '#server/handlers/entry-views.ts';
import { equipmentHandlers } from '#server/handlers/equipment.ts';
import { importHandlers } from '#server/handlers/imports.ts';
import { installationHandlers } from '#server/handlers/installation.ts';
import { invitationHandlers } from '#server/handlers/invitations.ts';
import { jobEntryHandlers } from '#server/handlers/job-entries.ts';
import { jobHandlers } from '#server/handlers/jobs.ts';
import { liveHandlers } from '#server/handlers/live.ts';
import { noticeHandlers } from '#server/handlers/notices.ts';
import { officeHandlers } from '#server/handlers/office.ts';
import { organizationHandlers } from '#server/handlers/organizations.ts';
import { accountStatementHandlers, receivableHandlers, reminderHandlers } from '#server/billing/handlers/receivables.ts';
import { rateHandlers } from '#server/billing/handlers/rates.ts';
import { reportHandlers } from '#server/handlers/reports.ts';
import { runHandlers } from '#server/handlers/runs.ts';
import { sampleHandlers } from '#server/handlers/samples.ts';
import { seasonRepeatHandlers } from '#server/handlers/season-repeats.ts';
import { secondStepHandlers } from '#server/handlers/second-steps.ts';
import { serviceTypeHandlers } from '#server/handlers/service-types.ts';
import type { Handlers } from '#server/handlers/types.ts';
import { usageHandlers } from '#server/handlers/usage.ts';
import { userHandlers } from '#server/handlers/users.ts';

export const handlers: Handlers = {
  ...plainHandlers,
  users: userHandlers,
  account: accountHandlers,
  confirmations: confirmationHandlers,
  secondSteps: secondStepHandlers,
  notices: noticeHandlers,
  organizations: organizationHandlers,
  archives: archiveHandlers,
  samples: sampleHandlers,
  customers: customerHandlers,
  employees: employeeHandlers,
  invitations: invitationHandlers,
  serviceTypes: serviceTypeHandlers,
  customDataFields: customDataFieldHandlers,
  equipment: equipmentHandlers,
  daysOff: dayOffHandlers,
  jobs: jobHandlers,
  runs: runHandlers,
  jobEntries: jobEntryHandlers,
  imports: importHandlers,
  batches: batchHandlers,
  entryChecks: entryCheckHandlers,
  entryQuestions: entryQuestionHandlers,
  entryStats: entryStatHandlers,
  entryViews: entryViewHandlers,
  office: officeHandlers,
  rates: rateHandlers,
  costRates: costRateHandlers,
  unbilledJobs: unbilledJobHandlers,
  unbilledBills: unbilledBillHandlers,
  billingRuns: billingRunHandlers,
  billDrafts: billDraftHandlers,
  billPreviews: billPreviewHandlers,
  billingRecords: billingRecordHandlers,
  corrections: correctionHandlers,
  billingSettings: billingSettingsHandlers,
  bankStatements: bankStatementHandlers,
  bankLines: bankLineHandlers,
  invoiceExports: invoiceExportHandlers,
  paymentStatuses: paymentStatusHandlers,
  receivables: receivableHandlers,
  reminders: reminderHandlers,
  accountStatements: accountStatementHandlers,
  reports: reportHandlers,
  seasonRepeats: seasonRepeatHandlers,
  attachments: attachmentHandlers,
  auditLogs: auditLogHandlers,
  changes: changesHandlers,
  apiKeys: apiKeyHandlers,
  devices: deviceHandlers,
  live: liveHandlers,
  usage: usageHandlers,
  installation: installationHandlers,
};
