// What the app says around its screens on few days in the life of an account: one file, of which a start knows one name (decision 0015).
export { DeletionNotice } from '#client/app/deletion-notice.tsx';
export { LeftNotice } from '#client/app/left-notice.tsx';
export { SampleBar } from '#client/app/sample-bar.tsx';
export { PersonNotices } from '#client/features/account/person-notices.tsx';
