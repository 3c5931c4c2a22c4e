import { messagesFrom } from './message.ts';

/** Messages of the device itself: about its storage, its users, and changes about which no server has said anything. */
export const DEVICE_MESSAGES = {
  serverAnswered: 'The server answered {status}.',
  notMember: 'You are no longer a member of this organization.',
  fileLostOnDevice: 'A file in this change is no longer on this device.',
  recordNotOnDevice: 'Item with id {id} not found',
  signedOutHere: 'You are signed out on this device. Sign in again to save this.',
  otherUserHere: 'Someone else has signed in on this device. Sign in again to save this.',
  nobodySignedInHere: 'Nobody is signed in.',
  storageCleared: "The browser has cleared this device's storage. Reload the page.",
  storageSilent: "This device's storage did not respond, so nothing was saved. Please try again.",
  storageNotOpened: "The browser can't open this app's data on this device.",
  storageClosed: 'The connection is closed.',
  storageLost: 'The connection was lost.',
  storageAborted: 'The transaction was aborted.',
  appOlderThanData: 'This app is older than the data on this device. Reload it.',
  pageLeft: 'The page was left before it was saved, so nothing was saved. Please try again.',
  photoNotResized: "The browser can't resize the photo.",
} as const;

/** A message of the device. */
export const deviceMessage = messagesFrom(DEVICE_MESSAGES);
