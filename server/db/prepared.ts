/** Queries of every change and every visit, built and compiled once: that takes longer than most of them run. */
import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'

type Value = string | number | null

function refuse(): never {
  throw new Error('The text of a prepared query goes by no value.')
}

/** Stands for a value that is given with each run. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  [Symbol.toPrimitive] = refuse
}

/** Every name is a place: whoever builds the query sees values of their types. */
const places = new Proxy({}, { get: (_none, name) => new Place(String(name)), ownKeys: refuse })

/**
 * A query whose text is always the same: `build` hands on what is given as it is, and is run once for each database. What
 * asks for a value there is refused, as far as the language lets it (`===` and `?` do not ask). Answers the rows.
 */
export function prepared<Given extends Readonly<Record<string, Value>>, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  /** By what a database and its transactions have in common. */
  const built = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, given) => {
    const { adapter } = db.getExecutor()
    const query = built.get(adapter) ?? build(db, places as Given).compile()
    built.set(adapter, query)
    const parameters = query.parameters.map((each) => (each instanceof Place ? given[each.name] : each))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
