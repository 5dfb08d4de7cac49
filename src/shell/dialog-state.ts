/** A dialog is mounted on its first use and stays mounted when closed, so that it can return the focus. */
export type DialogState = 'unused' | 'open' | 'closed'
