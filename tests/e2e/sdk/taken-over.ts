/**
 * In the page: React has taken over the element that the server rendered, and hears of clicks on it. Listeners follow
 * within the turn in which React marks the element.
 */
export const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactFiber'));
