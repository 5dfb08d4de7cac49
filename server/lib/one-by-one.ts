/** Work of one name, one at a time in this process. */

const turns = new Map<string, Promise<unknown>>()

/** Runs `work` when all earlier work of this name is through, whether it went well or not. */
export function oneByOne<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work)
  const over = turn.catch(() => {}).finally(() => turns.get(name) === over && turns.delete(name))
  turns.set(name, over)
  return turn
}
