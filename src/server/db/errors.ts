const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error);

/** Whether the database refused because of this constraint. */
export const violates = (error: unknown, constraint: string): boolean => {
  const cause = causeOf(error);
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === constraint;
};
