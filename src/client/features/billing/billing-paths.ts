/** Where everything about bills begins. */
export const BOARD = '/organization/billing';
