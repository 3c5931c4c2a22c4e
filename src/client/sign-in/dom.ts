/** The element with this id; the page and its script belong together, so it exists. */
export const byId = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) {
    throw new Error(`The page has no ${id}`);
  }
  return element;
};
