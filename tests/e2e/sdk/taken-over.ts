/**
 * Whether React has hydrated the element and listens for clicks on it. React adds its listeners in the turn in which it
 * marks the element.
 */
export const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactFiber'));
