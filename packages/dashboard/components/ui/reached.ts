/** The answer of an action, or that nobody answered: said like a refusal, so that the page stays, and what was typed. */
export async function reached<Answer>(answer: Promise<Answer>): Promise<Answer | { ok: false; message: string }> {
  try {
    return await answer;
  } catch (error) {
    // What the browser throws when it gets no answer. What the server threw, and ways elsewhere, are no TypeErrors.
    if (error instanceof TypeError) return { ok: false, message: 'Seismo does not answer. Try again in a moment.' };
    throw error;
  }
}
