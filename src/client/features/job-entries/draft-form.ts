import { attachmentsOf, type Attachment, type EntryForm, idsOf } from '#client/features/job-entries/entry-form.ts';
import { blobOf, isTempId, type NewFile } from '#client/offline/public.ts';

const mapAttachments = (form: EntryForm, change: (attachments: readonly Attachment[]) => readonly Attachment[]): EntryForm => ({
  ...form,
  values: Object.fromEntries(
    Object.entries(form.values).map(([key, value]) => {
      const attachments = attachmentsOf(value);
      return [key, attachments.length > 0 ? change(attachments) : value];
    }),
  ),
});

/** The form without the bytes of its new files: a draft keeps them separately. */
export const withoutFiles = (form: EntryForm): EntryForm =>
  mapAttachments(form, (attachments) => attachments.map(({ name, value }) => ({ name, value })));

/** The form with its new files again; files whose bytes are gone are left out. */
export const withFiles = (form: EntryForm, files: readonly NewFile[]): EntryForm =>
  mapAttachments(form, (attachments) =>
    attachments.flatMap((attachment) => {
      const file = files.find(({ sha256 }) => sha256 === blobOf(attachment.value));
      // A file name from the server needs no bytes here.
      return blobOf(attachment.value) === null ? attachment : file ? { ...attachment, file } : [];
    }),
  );

/** The form with the id of every record it references swapped; the same object if none changes. */
export const swapIds = (form: EntryForm, swap: (id: number) => number): EntryForm => {
  let isSame = true;
  const swapped = (id: number): number => {
    const next = swap(id);
    isSame &&= next === id;
    return next;
  };
  const one = (id: number | null): number | null => id && swapped(id);
  const values = Object.entries(form.values).map(([key, value]) => [key, idsOf(value).length > 0 ? idsOf(value).map(swapped) : value]);
  const next = {
    ...form,
    customerId: one(form.customerId),
    jobId: one(form.jobId),
    serviceTypeId: one(form.serviceTypeId),
    values: Object.fromEntries(values) as EntryForm['values'],
  };
  return isSame ? form : next;
};

/** Temporary ids of records that the form references. */
export const tempIdsIn = (form: EntryForm): number[] => {
  const found: number[] = [];
  swapIds(form, (id) => {
    found.push(...(isTempId(id) ? [id] : []));
    return id;
  });
  return found;
};
