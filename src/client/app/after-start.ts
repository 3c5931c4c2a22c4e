// What the app shows or does only once its first screen is there: one file, fetched then (decision 0015).
export { SunlightButton } from '#client/components/sunlight-button.tsx';
export { FollowOthers } from '#client/app/follow-others.ts';
export { FreshEntry } from '#client/app/fresh-entry.ts';
export { SignInUnreachable } from '#client/app/sign-in-unreachable.tsx';
export { SyncNotices } from '#client/app/sync-notices.tsx';
export { EmptiedUnderForm, TabEnded } from '#client/app/tab-ended.tsx';
export { UpdateNotice } from '#client/app/update-notice.tsx';
