/** The start of everything about bills. */
export const BOARD = '/organization/billing';
