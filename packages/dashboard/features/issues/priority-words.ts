/** How much an issue matters, in a word. */
export const priorityWords = { high: 'High', medium: 'Medium', low: 'Low' };
