/** What changes are about. */

/**
 * What a change is about. `board`: one person's break info (entity: user id) · `board-list`: somebody joined, left or was
 * renamed on the board · `access`: sessions, permissions or name of a user (entity: user id) · each other topic: the list
 * of that name.
 */
export type Topic =
  | 'board'
  | 'board-list'
  | 'access'
  | 'users'
  | 'applications'
  | 'departments'
  | 'break-types'
  | 'break-log'
  /** The displays (entity: display id). */
  | 'displays'
  /** The todos (entity: null), or one person's tasks (entity: user id). */
  | 'todos'
  | 'tasks'
  /** The release notes, and the list of videos. */
  | 'versions'
  | 'videos'

/** The topics that change what viewers of the board see. */
export const BOARD_TOPICS = ['board', 'board-list'] as const satisfies readonly Topic[]

/** Whether a change of this topic changes what viewers of the board see. */
export const isAboutBoard = ({ topic }: { readonly topic: Topic }) => BOARD_TOPICS.some((each) => each === topic)
