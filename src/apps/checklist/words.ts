/** Sentences that several screens say; the prompts word for word (spec §5). */

export const COMPLETE_ALL = 'Are you sure you want to complete all tasks?'
/** The same wording for todos and departments. */
export const DELETE = 'Are you sure you want to delete this application?'
