/** What is linked to a service; all of it while nothing is (specification 5.32). */
export const linkedTo = <T extends { readonly serviceTypeIds: readonly number[] }>(
  serviceTypeId: number | null | undefined,
  all: readonly T[],
): readonly T[] => {
  const linked = all.filter(({ serviceTypeIds }) => serviceTypeIds.some((id) => id === serviceTypeId));
  return linked.length > 0 ? linked : all;
};
