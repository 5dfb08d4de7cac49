/** Serialises work by name within this process. */

const turns = new Map<string, Promise<unknown>>()

/** Runs `work` after all earlier work of the same name has settled, whether it succeeded or failed. */
export function runSerially<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work)
  const over = turn.catch(() => {}).finally(() => turns.get(name) === over && turns.delete(name))
  turns.set(name, over)
  return turn
}
