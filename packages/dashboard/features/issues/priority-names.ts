/** How much an issue matters, in a word. */
export const priorityNames = { high: 'High', medium: 'Medium', low: 'Low' };
