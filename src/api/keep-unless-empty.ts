/**
 * Returns `placeholderData` for a query by page or filter: the rows of the previous search stay until the next are there,
 * so that nothing flickers. No rows do not stay: the sentence in their place would speak of the next search.
 */
export const keepUnlessEmpty =
  <Answer>(rowsOf: (answer: Answer) => readonly unknown[]) =>
  (previous: Answer | undefined): Answer | undefined =>
    previous && rowsOf(previous).length > 0 ? previous : undefined
