/** Texts of several screens. The prompts have the exact wording of spec §5. */

export const COMPLETE_ALL = 'Are you sure you want to complete all tasks?'
/** The spec has this wording for todos and departments too. */
export const DELETE = 'Are you sure you want to delete this application?'
